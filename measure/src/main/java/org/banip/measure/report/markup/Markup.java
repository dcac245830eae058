package org.banip.measure.report.markup;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.function.Consumer;

/** Writes HTML or SVG element by element. Text cannot become markup. One thread. */
public final class Markup {
    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /** Creates an empty document. */
    public Markup() {}

    /**
     * Begins an element.
     *
     * @param attributes names and values by turns; values are texts, or numbers, which get two decimals at most
     */
    public Markup open(String name, Object... attributes) {
        out.append('<').append(name);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ')
                    .append(attributes[i])
                    .append("=\"")
                    .append(escaped(text(attributes[i + 1])))
                    .append('"');
        }
        out.append('>');
        open.push(name);
        return this;
    }

    /** Ends the element begun last. */
    public Markup close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    /** Ends the element begun last, and the line. */
    public Markup closeLine() {
        close();
        out.append('\n');
        return this;
    }

    /** Adds an element that contains only text. */
    public Markup element(String name, String text, Object... attributes) {
        return open(name, attributes).text(text).close();
    }

    /** An element that HTML never closes, such as {@code meta}. */
    public Markup single(String name, Object... attributes) {
        open(name, attributes);
        open.pop();
        return this;
    }

    /** Text. */
    public Markup text(String text) {
        out.append(escaped(text));
        return this;
    }

    /** Appends finished markup: that of another object, or a style sheet. */
    public Markup raw(String markup) {
        out.append(markup);
        return this;
    }

    /** Appends what this object writes. */
    public Markup with(Consumer<Markup> adds) {
        adds.accept(this);
        return this;
    }

    private static String text(Object value) {
        return value instanceof Double number ? number(number) : String.valueOf(value);
    }

    private static String number(double number) {
        String text = String.format(Locale.ROOT, "%.2f", number);
        String shorter = text.replaceFirst("\\.?0+$", "");
        return shorter.equals("-0") ? "0" : shorter;
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /**
     * All of it.
     *
     * @throws IllegalStateException if an element is still open
     */
    @Override
    public String toString() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("still open: " + open);
        }
        return out.toString();
    }
}
