"""The state graph: every rest of a system, found breadth first, and what can be decided on it."""

from rulewright_verify.explicit.budget import Budget, Ended
from rulewright_verify.explicit.claims import can_decide, decide, decide_all
from rulewright_verify.explicit.exploration import Exploration, explore, outcome_of, search
from rulewright_verify.explicit.going_on import Going
from rulewright_verify.explicit.result import Answer, GraphResult
from rulewright_verify.explicit.traces import Found

__all__ = [
    "Answer",
    "Budget",
    "Ended",
    "Exploration",
    "Found",
    "Going",
    "GraphResult",
    "can_decide",
    "decide",
    "decide_all",
    "explore",
    "outcome_of",
    "search",
]
