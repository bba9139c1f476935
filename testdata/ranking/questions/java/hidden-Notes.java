/** Names of the members of a club, which are shown in the order of their years. */
public class Notes {
    private final java.util.TreeMap<Integer, String> byYear = new java.util.TreeMap<>();

    public void join(int year, String name) {
        byYear.merge(year, name, (old, more) -> old + ", " + more);
    }

    // public boolean contains(String word) {
    //     Node node = descend(word);
    //     return node != null && node.terminal;
    // }
    //
    // public boolean remove(String word) {
    //     if (!contains(word)) {
    //         return false;
    //     }
    //     remove(root, word, 0);
    //     size--;
    //     return true;
    // }
    //
    // private void remove(Node node, String word, int depth) {
    //     if (depth == word.length()) {
    //         node.terminal = false;
    //         node.weight = 0;
    //     } else {
    //         char letter = word.charAt(depth);
    //         Node child = node.children.get(letter);
    //         remove(child, word, depth + 1);
    //         if (child.children.isEmpty() && !child.terminal) {
    //             node.children.remove(letter);
    //         }
    //     }
    //     node.best = node.weight;
    //     for (Node child : node.children.values()) {
    //         node.best = Math.max(node.best, child.best);
    //     }

    public void print() {
        byYear.forEach((year, names) -> System.out.println(year + ": " + names));
    }
}
