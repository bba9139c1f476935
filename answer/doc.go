// Package answer has the results of questions: plain data with stable JSON keys. New keys may be
// added. Package chaffinch fills them. Reports, servers and assistants print them.
package answer
