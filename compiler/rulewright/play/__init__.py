"""Playing a rulebook: sessions, what each player may see, options in words. Nothing here draws."""

from rulewright.play.session import Offer, Session
from rulewright.play.together import Position
from rulewright.play.view import SeenZone, View, visible

__all__ = ["Offer", "Position", "SeenZone", "Session", "View", "visible"]
