public Rental CheckOut(string code, string customer)
{
    if (!films.ContainsKey(code))
    {
        throw new RentalException($"no film {code}");
    }
    var mine = rentals.Where(l => l.Customer == customer).ToList();
    if (mine.Count >= Limit)
    {
        throw new RentalException($"{customer} already has {mine.Count} films");
    }
    if (mine.Any(l => l.BackOn < now()))
    {
        throw new RentalException($"{customer} has late films");
    }
    int onShelf = discs[code] - rentals.Count(l => l.Code == code);
    var line = reservations.GetValueOrDefault(code);
    bool isNext = line != null && line.Count > 0 && line.Peek() == customer;
    if (onShelf <= 0 || (line?.Count > 0 && !isNext))
    {
        throw new RentalException($"all discs of {films[code].Name} are out");
    }
    if (isNext)
    {
        line.Dequeue();
    }
    var rental = new Rental(code, customer, now().AddDays(Nights), 0);
    rentals.Add(rental);
    return rental;
}

public Rental Extend(string code, string customer)
{
    int at = rentals.FindIndex(l => l.Code == code && l.Customer == customer);
    if (at < 0)
    {
        throw new RentalException($"{customer} has not borrowed {code}");
    }
    var rental = rentals[at];
    if (rental.Extensions >= MaxExtensions || reservations.GetValueOrDefault(code)?.Count > 0)
    {
        throw new RentalException("this rental cannot be extended");
    }
    rentals[at] = rental with { BackOn = rental.BackOn.AddDays(Nights), Extensions = rental.Extensions + 1 };
    return rentals[at];
}
