package org.banip.core.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;
import org.banip.core.text.Utf8;
import org.jspecify.annotations.Nullable;

/** A recursive descent parser for one document. Values become Map, List, String, BigDecimal, Boolean or null. */
final class JsonParser {
    private static final int MAX_TEXT = 1 << 20;
    private static final int MAX_DEPTH = 32;
    private static final int MAX_DIGITS = 40;
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]{1,3})?");

    private final String text;
    private int at;

    JsonParser(String text) {
        if (text.length() > MAX_TEXT) {
            throw new BanipException(
                    ErrorCode.TOO_LONG, "JSON document of " + text.length() + " characters exceeds limit " + MAX_TEXT);
        }
        this.text = text;
    }

    @Nullable
    Object document() {
        Object value = value(0);
        skipBlanks();
        if (at < text.length()) {
            throw malformed("text after the end");
        }
        return value;
    }

    private @Nullable Object value(int depth) {
        skipBlanks();
        switch (peek()) {
            case '{':
                return object(depth);
            case '[':
                return list(depth);
            case '"':
                return string();
            case 't':
                return word("true", true);
            case 'f':
                return word("false", false);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Map<String, @Nullable Object> object(int depth) {
        checkDepth(depth);
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        at++;
        skipBlanks();
        if (skip('}')) {
            return fields;
        }
        do {
            skipBlanks();
            String name = string();
            skipBlanks();
            expect(':');
            if (fields.containsKey(name)) {
                throw malformed("field " + Quoted.of(name) + " twice");
            }
            fields.put(name, value(depth + 1));
            skipBlanks();
        } while (skip(','));
        expect('}');
        return fields;
    }

    private void checkDepth(int depth) {
        if (depth >= MAX_DEPTH) {
            throw malformed("nested deeper than " + MAX_DEPTH);
        }
    }

    private List<@Nullable Object> list(int depth) {
        checkDepth(depth);
        List<@Nullable Object> elements = new ArrayList<>();
        at++;
        skipBlanks();
        if (skip(']')) {
            return elements;
        }
        do {
            elements.add(value(depth + 1));
            skipBlanks();
        } while (skip(','));
        expect(']');
        return elements;
    }

    private String string() {
        expect('"');
        StringBuilder out = new StringBuilder();
        while (peek() != '"') {
            char c = text.charAt(at++);
            if (c < 0x20) {
                throw malformed("control character in a string");
            }
            out.append(c == '\\' ? escaped() : c);
        }
        at++;
        String string = out.toString();
        if (!Utf8.isWellFormed(string)) {
            throw malformed("half a surrogate pair in a string");
        }
        return string;
    }

    private char escaped() {
        char c = peek();
        at++;
        switch (c) {
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'n':
                return '\n';
            case 'r':
                return '\r';
            case 't':
                return '\t';
            case 'u':
                return unicode();
            case '"':
            case '\\':
            case '/':
                return c;
            default:
                throw malformed("unknown escape " + Quoted.of("\\" + c));
        }
    }

    private char unicode() {
        int code = 0;
        for (int i = 0; i < 4; i++) {
            char c = peek();
            int digit = c < 0x80 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                throw malformed("\\u needs four hexadecimal digits");
            }
            code = code << 4 | digit;
            at++;
        }
        return (char) code;
    }

    private BigDecimal number() {
        int begin = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        String digits = text.substring(begin, at);
        if (digits.length() > MAX_DIGITS || !NUMBER.matcher(digits).matches()) {
            at = begin;
            throw malformed(
                    digits.isEmpty()
                            ? "a value is missing"
                            : Quoted.of(digits) + " is not a number of at most " + MAX_DIGITS + " characters");
        }
        return new BigDecimal(digits);
    }

    private @Nullable Object word(String word, @Nullable Object meaning) {
        if (!text.startsWith(word, at)) {
            throw malformed("expected " + word);
        }
        at += word.length();
        return meaning;
    }

    private void skipBlanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private char peek() {
        if (at >= text.length()) {
            throw malformed("ends too early");
        }
        return text.charAt(at);
    }

    private boolean skip(char c) {
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char c) {
        if (!skip(c)) {
            throw malformed("expected '" + c + "'");
        }
    }

    private BanipException malformed(String what) {
        return new BanipException(ErrorCode.MALFORMED_REQUEST, "JSON: " + what + where());
    }

    /** A document of several lines was written by a person, whose editor shows lines and columns, both from 1 on. */
    private String where() {
        int end = Math.min(at, text.length());
        int line = 1;
        int begin = 0;
        for (int next = text.indexOf('\n'); next >= 0 && next < end; next = text.indexOf('\n', begin)) {
            line++;
            begin = next + 1;
        }
        return text.indexOf('\n') < 0 ? " at character " + at : " in line " + line + ", column " + (end - begin + 1);
    }
}
