/* A desk calculator: tokenizer and recursive descent in one file. */

#include <ctype.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum token { T_END, T_NUMBER, T_NAME, T_OP };

static const char *input;
static enum token current;
static double number;
static char name[32];
static char op;
static jmp_buf on_error;
static double variables[26];

static void fail(const char *message)
{
    fprintf(stderr, "error: %s near \"%.10s\"\n", message, input);
    longjmp(on_error, 1);
}

static void advance(void)
{
    size_t len = 0;
    char *end;

    while (isspace((unsigned char)*input))
        input++;
    if (*input == '\0') {
        current = T_END;
    } else if (isdigit((unsigned char)*input) || *input == '.') {
        number = strtod(input, &end);
        if (end == input)
            fail("malformed number");
        input = end;
        current = T_NUMBER;
    } else if (isalpha((unsigned char)*input)) {
        while (isalnum((unsigned char)*input)) {
            if (len == sizeof(name) - 1)
                fail("name is too long");
            name[len++] = *input++;
        }
        name[len] = '\0';
        current = T_NAME;
    } else {
        op = *input++;
        current = T_OP;
    }
}

static int accept(char wanted)
{
    if (current != T_OP || op != wanted)
        return 0;
    advance();
    return 1;
}

static double expression(void);

static double primary(void)
{
    double value;
    char word[sizeof(name)];

    if (current == T_NUMBER) {
        value = number;
        advance();
        return value;
    }
    if (current == T_NAME) {
        strcpy(word, name);
        advance();
        if (accept('('))
            fail("there are no functions");
        if (word[1] != '\0' || !islower((unsigned char)word[0]))
            fail("variables are single small letters");
        if (accept('='))
            return variables[word[0] - 'a'] = expression();
        return variables[word[0] - 'a'];
    }
    if (accept('-'))
        return -primary();
    if (accept('(')) {
        value = expression();
        if (!accept(')'))
            fail("missing )");
        return value;
    }
    fail("expected a value");
    return 0;
}

static double term(void)
{
    double left = primary();

    for (;;) {
        if (accept('*')) {
            left *= primary();
        } else if (accept('/')) {
            double right = primary();
            if (right == 0)
                fail("division by zero");
            left /= right;
        } else {
            return left;
        }
    }
}

static double expression(void)
{
    double left = term();

    for (;;) {
        if (accept('+'))
            left += term();
        else if (accept('-'))
            left -= term();
        else
            return left;
    }
}

int main(void)
{
    char line[256];

    while (fgets(line, sizeof(line), stdin)) {
        if (setjmp(on_error))
            continue;
        input = line;
        advance();
        if (current == T_END)
            continue;
        printf("%.10g\n", expression());
        if (current != T_END)
            fail("trailing characters");
    }
    return 0;
}
