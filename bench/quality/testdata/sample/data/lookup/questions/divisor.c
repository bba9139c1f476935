unsigned divisor(unsigned a, unsigned b)
{
	do {
		unsigned rest = a % b;
		a = b, b = rest;
	} while (b > 0);
	return a;
}
