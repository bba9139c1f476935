package index

// weightsFile caches the lengths of all documents' vectors, which package query computes.
const weightsFile = "weights"

// ReadWeights returns what [Index.WriteWeights] has written. It may be of another state of the
// index, and may be removed at any time.
func (x *Index) ReadWeights() ([]byte, error) { return x.dir.read(weightsFile, maxWeights) }

// WriteWeights caches the weights of documents in the index directory, atomically. It works on an
// index that is open for reading, too, if the directory is writable.
func (x *Index) WriteWeights(content []byte) error { return x.dir.replace(weightsFile, content) }
