function Get-Thing { param($x) $h = @{ a = 1 }; return $h }
function Set-Thing($x) { if ($x) { 1 } }
