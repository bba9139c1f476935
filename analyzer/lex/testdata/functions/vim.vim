function! s:First(a) abort
  if a:a
    return 1
  endif
endfunction
