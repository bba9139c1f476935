package report

// jplagVersion is the version of JPlag that introduced the form of these files. Later viewers read
// it, too.
var jplagVersion = jplagVersionField{6, 2, 0}

type jplagVersionField struct {
	Major int `json:"major"`
	Minor int `json:"minor"`
	Patch int `json:"patch"`
}

type jplagRun struct {
	Version         jplagVersionField `json:"version"`
	Failed          []jplagFailed     `json:"failedSubmissions"`
	Date            string            `json:"dateOfExecution"` // dd/MM/yy
	Milliseconds    int64             `json:"executionTime"`
	TotalComparison int64             `json:"totalComparisons"`
}

type jplagFailed struct {
	Submission string `json:"submissionId"`
	State      string `json:"submissionState"` // a constant of the viewer
}

// The states of failed submissions that the viewer knows.
const (
	jplagNothing     = "NOTHING_TO_PARSE"
	jplagCannotParse = "CANNOT_PARSE"
	jplagTooSmall    = "TOO_SMALL"
)

// jplagOptions are the options of a run of JPlag. The viewer shows them.
type jplagOptions struct {
	Language       string          `json:"language"`
	MinTokens      int             `json:"minimumTokenMatch"`
	Submissions    []string        `json:"submissionDirectories"`
	Old            []string        `json:"oldSubmissionDirectories"`
	Base           string          `json:"baseCodeSubmissionDirectory"`
	Subdirectory   string          `json:"subdirectoryName"`
	Suffixes       []string        `json:"fileSuffixes"`
	Exclusion      string          `json:"exclusionFileName"`
	Metric         string          `json:"similarityMetric"`
	MinScore       float64         `json:"similarityThreshold"`
	MaxComparisons int             `json:"maximumNumberOfComparisons"`
	Clustering     jplagClustering `json:"clusteringOptions"`
	DebugParser    bool            `json:"debugParser"`
	Merging        jplagMerging    `json:"mergingOptions"`
	Normalize      bool            `json:"normalize"`
	Comments       bool            `json:"analyzeComments"`
	Frequency      jplagFrequency  `json:"frequencyAnalysisOptions"`
}

type jplagClustering struct {
	Enabled       bool    `json:"enabled"`
	Metric        string  `json:"similarityMetric"`
	Algorithm     string  `json:"algorithm"`
	Linkage       string  `json:"agglomerativeInterClusterSimilarity"`
	LinkScore     float64 `json:"agglomerativeThreshold"`
	Preprocessor  string  `json:"preprocessor"`
	Threshold     float64 `json:"preprocessorThreshold"`
	Percentile    float64 `json:"preprocessorPercentile"`
	Bandwidth     float64 `json:"spectralKernelBandwidth"`
	Variance      float64 `json:"spectralGaussianProcessVariance"`
	MinRuns       int     `json:"spectralMinRuns"`
	MaxRuns       int     `json:"spectralMaxRuns"`
	MaxIterations int     `json:"spectralMaxKMeansIterationPerRun"`
}

type jplagMerging struct {
	Enabled     bool `json:"enabled"`
	MinNeighbor int  `json:"minimumNeighborLength"`
	MaxGap      int  `json:"maximumGapSize"`
	MinMerges   int  `json:"minimumRequiredMerges"`
}

type jplagFrequency struct {
	Enabled   bool    `json:"enabled"`
	Strategy  string  `json:"analysisStrategy"`
	Weighting string  `json:"weightingFunction"`
	Factor    float64 `json:"weightingFactor"`
}

// The two similarities that the viewer has a distribution of.
const (
	jplagAverage = "AVG"
	jplagMaximum = "MAX"
)

// jplagSimilarities are the measures of a comparison: the score, the larger of the two shares in
// matches, and two numbers of tokens.
type jplagSimilarities struct {
	Average float64 `json:"AVG"`
	Maximum float64 `json:"MAX"`
	Longest int     `json:"LONGEST_MATCH"`
	Length  int     `json:"MAXIMUM_LENGTH"` // of the longer submission
}

type jplagTop struct {
	First        string            `json:"firstSubmission"`
	Second       string            `json:"secondSubmission"`
	Similarities jplagSimilarities `json:"similarities"`
}

type jplagCluster struct {
	Average  float64  `json:"averageSimilarity"`
	Strength float64  `json:"strength"` // of JPlag's spectral clusters; the viewer does not show it
	Members  []string `json:"members"`
}

type jplagFile struct {
	Tokens int `json:"tokenCount"` // and one for the end of the file
}

type jplagComparison struct {
	First        string            `json:"firstSubmissionId"`
	Second       string            `json:"secondSubmissionId"`
	Similarities jplagSimilarities `json:"similarities"`
	Matches      []jplagMatch      `json:"matches"`
	OfFirst      float64           `json:"firstSimilarity"`
	OfSecond     float64           `json:"secondSimilarity"`
}

type jplagMatch struct {
	FirstFile     string        `json:"firstFileName"`
	SecondFile    string        `json:"secondFileName"`
	StartInFirst  jplagPosition `json:"startInFirst"`
	EndInFirst    jplagPosition `json:"endInFirst"`
	StartInSecond jplagPosition `json:"startInSecond"`
	EndInSecond   jplagPosition `json:"endInSecond"`
	FirstLength   int           `json:"lengthOfFirst"`
	SecondLength  int           `json:"lengthOfSecond"`
}

// jplagPosition is a character's position, and its token's number in the submission.
type jplagPosition struct {
	Line   int `json:"line"`   // from 1
	Column int `json:"column"` // in UTF-16 code units, from 0
	Token  int `json:"tokenListIndex"`
}

type jplagBase struct {
	File   string        `json:"fileName"`
	Start  jplagPosition `json:"start"`
	End    jplagPosition `json:"end"`
	Tokens int           `json:"tokens"`
}
