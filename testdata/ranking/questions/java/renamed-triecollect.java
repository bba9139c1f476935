    private void remove(Branch at, String key, int index) {
        if (index == key.length()) {
            at.isEnd = false;
            at.rank = 0;
        } else {
            char step = key.charAt(index);
            Branch below = at.branches.get(step);
            remove(below, key, index + 1);
            if (below.branches.isEmpty() && !below.isEnd) {
                at.branches.remove(step);
            }
        }
        at.top = at.rank;
        for (Branch below : at.branches.values()) {
            at.top = Math.max(at.top, below.top);
        }
    }

    public List<String> predict(String typed, int most) {
        List<String> answers = new ArrayList<>();
        List<Integer> ranks = new ArrayList<>();
        Branch origin = descend(typed);
        if (origin != null && most > 0) {
            gather(origin, new StringBuilder(typed), most, answers, ranks);
        }
        return answers;
    }
