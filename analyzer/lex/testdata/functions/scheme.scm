(define (first x) (define (inner y) y) (inner x))
(define value 3)
(define second (lambda (x) x))
(module m (define (third x) x))
