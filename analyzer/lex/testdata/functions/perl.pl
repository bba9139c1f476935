package A;
sub first { my ($x) = @_; my %h = (a => { b => 1 }); return $x->{a}; }
sub second($$) { return 1 }
my $f = sub { 1 };
sub declared;
