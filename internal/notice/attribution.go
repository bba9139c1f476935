package notice

// AttributionHead begins the file that scan --attribution writes. Such a file is not part of the
// project that it describes.
const AttributionHead = `# Code from other projects

Parts of these files are copied from other projects, under the licences named here. chaffinch scan --attribution
writes this file.
`
