"""Merge sort, written for the tests of the command line."""


def merge(left, right, key=lambda value: value):
    result, i, j = [], 0, 0
    while i < len(left) and j < len(right):
        if key(right[j]) < key(left[i]):
            result.append(right[j])
            j += 1
        else:
            result.append(left[i])
            i += 1
    return result + left[i:] + right[j:]


def merge_sort(values, key=lambda value: value):
    if len(values) < 2:
        return list(values)
    middle = len(values) // 2
    return merge(merge_sort(values[:middle], key), merge_sort(values[middle:], key), key)
