" Rulebooks of Rulewright. Made by `make pages`; changes here are lost.
if exists("b:current_syntax")
  finish
endif
syntax case match
syntax keyword rulewrightConstant yes no none nothing
syntax keyword rulewrightKeyword adds after all allows alone always and as at becomes before cards chapter chooses claim count decreasing default die do draw ends enum eventually every example exception excludes expect first for forbids from games gap given has if in keeps let limits max min modifier move needs never not number of on once option or otherwise over param pieces players possible precedence procedure product reading record repeat replaces roll rule rulebook same scope sets simulate some source state step sum table text then title to told under variant when whenever where while with
syntax match rulewrightKeyword /\<at end of\>/
syntax match rulewrightKeyword /\<at most\>/
syntax match rulewrightKeyword /\<at once\>/
syntax match rulewrightKeyword /\<bag of\>/
syntax match rulewrightKeyword /\<bottom of\>/
syntax match rulewrightKeyword /\<end game\>/
syntax match rulewrightKeyword /\<for all\>/
syntax match rulewrightKeyword /\<for each\>/
syntax match rulewrightKeyword /\<for every\>/
syntax match rulewrightKeyword /\<instead of\>/
syntax match rulewrightKeyword /\<is empty\>/
syntax match rulewrightKeyword /\<is not empty\>/
syntax match rulewrightKeyword /\<leaves alone\>/
syntax match rulewrightKeyword /\<list of\>/
syntax match rulewrightKeyword /\<look up\>/
syntax match rulewrightKeyword /\<may choose\>/
syntax match rulewrightKeyword /\<may go on for ever\>/
syntax match rulewrightKeyword /\<never falls\>/
syntax match rulewrightKeyword /\<never rises\>/
syntax match rulewrightKeyword /\<never stuck\>/
syntax match rulewrightKeyword /\<one of\>/
syntax match rulewrightKeyword /\<only if\>/
syntax match rulewrightKeyword /\<or none\>/
syntax match rulewrightKeyword /\<others after\>/
syntax match rulewrightKeyword /\<others see\>/
syntax match rulewrightKeyword /\<otherwise if\>/
syntax match rulewrightKeyword /\<pile of\>/
syntax match rulewrightKeyword /\<repeat until\>/
syntax match rulewrightKeyword /\<responses by\>/
syntax match rulewrightKeyword /\<rests on\>/
syntax match rulewrightKeyword /\<reverse turn order\>/
syntax match rulewrightKeyword /\<seen by\>/
syntax match rulewrightKeyword /\<set of\>/
syntax match rulewrightKeyword /\<starts full\>/
syntax match rulewrightKeyword /\<still possible\>/
syntax match rulewrightKeyword /\<top of\>/
syntax match rulewrightKeyword /\<turn order\>/
syntax match rulewrightKeyword /\<until done\>/
syntax match rulewrightKeyword /\<up to\>/
syntax match rulewrightKeyword /\<with chance\>/
syntax match rulewrightKeyword /\<won by\>/
syntax match rulewrightKeyword /\<yes or no\>/
syntax match rulewrightNumber /\<\d*d\d\+\>\|\<\d\+\>/
syntax match rulewrightPassage /\<\u\{2,}-\d\+\>/
syntax region rulewrightString start=/"/ end=/"/ oneline
syntax match rulewrightComment /#.*$/
highlight default link rulewrightConstant Constant
highlight default link rulewrightKeyword Keyword
highlight default link rulewrightNumber Number
highlight default link rulewrightPassage Identifier
highlight default link rulewrightString String
highlight default link rulewrightComment Comment
let b:current_syntax = "rulewright"
