package org.banip.server.password;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.banip.core.text.Counted;

/**
 * Tells passwords that are guessed early: common words, the user's name, dates, and rows of letters or keys, in whatever combination. Each of these
 * counts as one character, since it is about as many guesses; a password needs eight characters, and must count for five.
 */
public final class PasswordStrength {
    private static final int LEAST = 5;
    private static final int SHORTEST_ROW = 3;

    /** What lists of leaked passwords have most, and what belongs to this system. The longer ones stand first where one contains another. */
    private static final List<String> WORDS = List.of(
            "administrator",
            "passphrase",
            "password",
            "passwort",
            "passwrd",
            "passwd",
            "kennwort",
            "changeme",
            "letmein",
            "welcome",
            "willkommen",
            "default",
            "iloveyou",
            "sunshine",
            "princess",
            "football",
            "baseball",
            "superman",
            "batman",
            "trustno",
            "whatever",
            "starwars",
            "computer",
            "internet",
            "michael",
            "jennifer",
            "jordan",
            "charlie",
            "freedom",
            "shadow",
            "master",
            "monkey",
            "dragon",
            "flower",
            "summer",
            "winter",
            "spring",
            "autumn",
            "sommer",
            "herbst",
            "january",
            "february",
            "october",
            "november",
            "december",
            "monday",
            "sunday",
            "hospital",
            "patient",
            "doctor",
            "nurse",
            "health",
            "gateway",
            "surrogate",
            "station",
            "sensor",
            "secret",
            "geheim",
            "service",
            "server",
            "system",
            "manager",
            "access",
            "banip",
            "admin",
            "guest",
            "hello",
            "hallo",
            "login",
            "super",
            "test",
            "root",
            "temp",
            "user",
            "pass",
            "ward",
            "mbu",
            "ban",
            "ecg",
            "ekg");

    private static final List<String> KEYS = List.of(
            "1234567890",
            "qwertyuiop",
            "qwertzuiop",
            "asdfghjkl",
            "zxcvbnm",
            "yxcvbnm",
            "1qaz2wsx3edc4rfv",
            "abcdefghijklmnopqrstuvwxyz");

    private PasswordStrength() {}

    /**
     * Refuses a weak password.
     *
     * @throws IllegalArgumentException if it is weak; the message does not repeat it
     */
    public static void check(String name, char[] password) {
        if (password.length < NewPassword.SHORTEST) {
            throw new IllegalArgumentException(
                    "password of " + password.length + " characters, at least " + NewPassword.SHORTEST + " are needed");
        }
        int counted = count(name, password);
        if (counted < LEAST) {
            throw new IllegalArgumentException("password is weak: it is as easy to guess as one of "
                    + Counted.of(counted, "character")
                    + ", because a common word, the user's name, a year or a row such as 1234 counts as one;"
                    + " it must be worth at least " + LEAST + "; 'openssl rand -base64 16' makes a strong one");
        }
    }

    /** How many characters it is worth. */
    static int count(String name, char[] password) {
        char[] plain = plain(password);
        char[] user = name.toLowerCase(Locale.ROOT).toCharArray();
        int counted = 0;
        try {
            for (int at = 0; at < plain.length; counted++) {
                at += longest(plain, password, at, user);
            }
        } finally {
            Arrays.fill(plain, ' ');
        }
        return counted;
    }

    /** Lower case, and letters for the digits and signs that stand for them. */
    private static char[] plain(char[] password) {
        char[] plain = new char[password.length];
        for (int i = 0; i < plain.length; i++) {
            plain[i] = switch (password[i]) {
                case '0' -> 'o';
                case '1', '!' -> 'i';
                case '3' -> 'e';
                case '4', '@' -> 'a';
                case '5', '$' -> 's';
                case '7' -> 't';
                default -> Character.toLowerCase(password[i]);
            };
        }
        return plain;
    }

    /** Length of what counts as one at this place: at least 1. */
    private static int longest(char[] plain, char[] typed, int at, char[] user) {
        int longest = Math.max(year(typed, at), Math.max(same(plain, at), row(typed, at)));
        if (user.length >= SHORTEST_ROW && startsWith(plain, at, plain(user))) {
            longest = Math.max(longest, user.length);
        }
        for (String word : WORDS) {
            if (word.length() > longest && startsWith(plain, at, word.toCharArray())) {
                longest = word.length();
            }
        }
        return Math.max(1, longest);
    }

    private static boolean startsWith(char[] text, int at, char[] part) {
        return at + part.length <= text.length && Arrays.equals(text, at, at + part.length, part, 0, part.length);
    }

    private static int year(char[] typed, int at) {
        boolean century = startsWith(typed, at, new char[] {'1', '9'}) || startsWith(typed, at, new char[] {'2', '0'});
        return century && at + 4 <= typed.length && isDigit(typed[at + 2]) && isDigit(typed[at + 3]) ? 4 : 1;
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }

    /** A character again and again. */
    private static int same(char[] plain, int at) {
        int length = 1;
        while (at + length < plain.length && plain[at + length] == plain[at]) {
            length++;
        }
        return length;
    }

    /** Neighbours on the keyboard or in the alphabet, forwards or backwards. */
    private static int row(char[] typed, int at) {
        int longest = 1;
        for (String keys : KEYS) {
            for (int step : new int[] {1, -1}) {
                int length = 1;
                int key = keys.indexOf(Character.toLowerCase(typed[at]));
                while (key >= 0
                        && at + length < typed.length
                        && key + step >= 0
                        && key + step < keys.length()
                        && keys.charAt(key + step) == Character.toLowerCase(typed[at + length])) {
                    key += step;
                    length++;
                }
                longest = Math.max(longest, length);
            }
        }
        return longest >= SHORTEST_ROW ? longest : 1;
    }
}
