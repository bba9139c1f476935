package org.example.words;

import java.util.List;

/** Counts words of texts. */
public class Words {
    private static final int LIMIT = 40;

    private void report(String name, int total) {
        System.out.println("the text " + name);
        System.out.println(total + " words were counted");
    }

    @Deprecated
    public int wordsOf(String text, char mark) {
        int count = 0; // words so far
        int length = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == mark || text.charAt(i) == ' ') {
                count = count + 1;
                length = 0;
            } else {
                length++;
            }
        }
        while (length > LIMIT) {
            length = length - LIMIT;
        }
        return count;
    }

    public double texts(List<String> texts) throws Exception {
        int total = 0;
        double share = 0.5;
        long rest = 1024;
        for (String text : texts) {
            total = total + wordsOf(text, ';');
        }
        share = share * 3.25;
        rest = rest / 7 + texts.size();
        report("all texts", total);
        return share + rest;
    }
}
