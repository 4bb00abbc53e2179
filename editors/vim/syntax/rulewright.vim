" Rulebooks of Rulewright. Made by `make pages`; changes here are lost.
if exists("b:current_syntax")
  finish
endif
syntax case match
syntax match rulewrightWord /\<\%(decreasing\|eventually\|exception\|otherwise\|replaces\|becomes\|chooses\|default\|nothing\|players\|variant\|before\|number\|pieces\|after\|alone\|cards\|every\|games\|never\|where\|adds\|ends\|from\|over\|some\|step\|then\|when\|with\|and\|for\|has\|not\|as\|if\|in\|of\|on\|or\|to\)\>\%(\s*\%(:\|becomes\>\|chooses\>\)\|[\[.]\)\@!/
syntax match rulewrightWord /^\s*\zs\%(precedence\|exception\|otherwise\|procedure\|excludes\|modifier\|possible\|replaces\|rulebook\|simulate\|whenever\|chapter\|default\|example\|forbids\|nothing\|players\|reading\|variant\|allows\|always\|expect\|limits\|option\|pieces\|record\|repeat\|source\|varies\|cards\|claim\|given\|keeps\|needs\|never\|param\|scope\|state\|table\|title\|under\|while\|words\|adds\|draw\|enum\|move\|once\|roll\|rule\|same\|sets\|step\|text\|told\|die\|gap\|let\|at\|do\|if\|in\)\>\%(\s*\%(:\|becomes\>\|chooses\>\)\|[\[.]\)\@!/
syntax match rulewrightHeading /^\%(precedence\|exception\|procedure\|modifier\|rulebook\|chapter\|example\|reading\|variant\|pieces\|record\|source\|cards\|claim\|param\|scope\|state\|table\|words\|enum\|rule\|die\|gap\)\>\%(\s*\%(:\|becomes\>\|chooses\>\)\|[\[.]\)\@!/
syntax match rulewrightValue /\<\%(none\|yes\|no\)\>/
syntax match rulewrightWord /\<\%(may go on for ever\|reverse turn order\|never falls with\|never rises with\|still possible\|is not empty\|leaves alone\|others after\|otherwise if\|repeat until\|responses by\|never falls\|never rises\|never stuck\|starts full\|with chance\|instead of\|may choose\|others see\|turn order\|until done\|at end of\|bottom of\|for every\|yes or no\|end game\|for each\|is empty\|rests on\|at most\|at once\|for all\|list of\|look up\|only if\|or none\|pile of\|seen by\|bag of\|one of\|set of\|top of\|won by\|up to\)\>/
syntax match rulewrightFunction /\<\%(highest_chance\|secured_chance\|lowest_chance\|conserved\|positions\|expected\|greatest\|previous\|product\|chance\|count\|first\|least\|other\|next\|runs\|all\|max\|min\|sum\)\ze(/
syntax match rulewrightNumber /\<\%(\d*d\d\+\|\d\+\)\>/
syntax match rulewrightPassage /\<\u\{2,}-\u\=\d\+\>/
syntax region rulewrightText start=/"/ skip=/\\./ end=/"/ end=/^\s*$/
syntax match rulewrightRemark /#.*$/
highlight default link rulewrightHeading Statement
highlight default link rulewrightWord Keyword
highlight default link rulewrightValue Constant
highlight default link rulewrightFunction Function
highlight default link rulewrightNumber Number
highlight default link rulewrightPassage Identifier
highlight default link rulewrightText String
highlight default link rulewrightRemark Comment
let b:current_syntax = "rulewright"
