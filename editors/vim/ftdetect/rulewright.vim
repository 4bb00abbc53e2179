autocmd BufRead,BufNewFile *.rules set filetype=rulewright
