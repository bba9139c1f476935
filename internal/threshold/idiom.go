package threshold

// IdiomDF returns the minimum document frequency of an idiom among so many documents.
func IdiomDF(documents int) int { return max(IdiomDocuments, documents/IdiomShare) }
