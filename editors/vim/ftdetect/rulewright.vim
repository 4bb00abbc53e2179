autocmd BufRead,BufNewFile *.rules setfiletype rulewright
