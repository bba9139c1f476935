package trees

import "github.com/chaffinch-search/chaffinch/internal/filetest"

const queue, words = filetest.Queue, filetest.Words
