package threshold

// IdiomDF returns the minimum document frequency of an idiom among so many documents.
func IdiomDF(documents int) int { return max(IdiomDocuments, documents/IdiomShare) }

// Commenters returns how many of so many units may have words of comments, or names, that count.
func Commenters(units int) int {
	return max(LeastCommenters, min(MostCommenters, units/CommentersShare))
}
