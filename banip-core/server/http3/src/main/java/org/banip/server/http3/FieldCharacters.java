package org.banip.server.http3;

/**
 * Which characters the parts of a head may have. HTTP/1.1 cannot carry the others, because they end a line or a field there; HTTP/3 can, and who
 * passes them on lets a client smuggle a request (RFC 9114, section 10.3). Any thread.
 */
final class FieldCharacters {
    private static final String TCHAR_MARKS = "!#$%&'*+-.^_`|~";
    private static final char DEL = 0x7f;
    private static final char MOST_OCTET = 0xff;

    private FieldCharacters() {}

    /**
     * "Characters in field names MUST be converted to lowercase prior to their encoding. A request or response containing uppercase characters in
     * field names MUST be treated as malformed" (RFC 9114, section 4.2); a name is a token (RFC 9110, section 5.1).
     */
    static boolean isName(String name) {
        return isToken(name) && name.chars().noneMatch(c -> c >= 'A' && c <= 'Z');
    }

    /** A token (RFC 9110, section 5.6.2), as a method is one. */
    static boolean isToken(String text) {
        return !text.isEmpty() && text.chars().allMatch(FieldCharacters::isTokenCharacter);
    }

    private static boolean isTokenCharacter(int c) {
        return isLetterOrDigit(c) || TCHAR_MARKS.indexOf(c) >= 0;
    }

    private static boolean isLetterOrDigit(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
    }

    /** Visible characters, bytes beyond ASCII, and blanks and tabs between them (RFC 9110, section 5.5). */
    static boolean isValue(String value) {
        return value.isEmpty()
                || !isBlank(value.charAt(0))
                        && !isBlank(value.charAt(value.length() - 1))
                        && value.chars().allMatch(c -> c == '\t' || c >= ' ' && c != DEL && c <= MOST_OCTET);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    /** A path with a query: visible ASCII; a fragment is never sent (RFC 9110, section 7.1). */
    static boolean isPath(String path) {
        return path.chars().allMatch(c -> isVisible(c) && c != '#');
    }

    /** Host and port: visible ASCII, and nothing that ends an authority in a URL or begins one with a user (RFC 9114, section 4.3.1). */
    static boolean isAuthority(String authority) {
        return authority.chars().allMatch(c -> isVisible(c) && "/?#@\\".indexOf(c) < 0);
    }

    /** A scheme's letters (RFC 3986, section 3.1). */
    static boolean isScheme(String scheme) {
        return scheme.chars().allMatch(c -> isLetterOrDigit(c) || "+-.".indexOf(c) >= 0);
    }

    private static boolean isVisible(int c) {
        return c > ' ' && c < DEL;
    }
}
