module A
function first(x::Int)::Int
    for i in 1:3
        x += a[end]
    end
    return x
end
Base.show(io) = 3
function Base.second(x) x end
macro third(e)
    e
end
end
