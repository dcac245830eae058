package org.banip.app.terminal;

import java.util.Arrays;

/** A picture made of dots, eight to a character: braille (U+2800 to U+28FF), or plain characters if the terminal has no braille. */
public final class DotCanvas {
    private static final int DOTS_ACROSS = 2;
    private static final int DOTS_DOWN = 4;

    /** The bit of each dot of a braille character, row by row, left before right (Unicode, "Braille Patterns"). */
    private static final int[] BITS = {0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80};

    private static final int UPPER_HALF = 0x1b;
    private static final char NO_DOT = '\u2800';

    private final int[][] cells;

    /** An empty picture of this number of columns and rows; at least one each. */
    public DotCanvas(int columns, int rows) {
        cells = new int[Math.max(1, rows)][Math.max(1, columns)];
    }

    /** Dots from left to right. */
    public int width() {
        return cells[0].length * DOTS_ACROSS;
    }

    /** Dots from top to bottom. */
    public int height() {
        return cells.length * DOTS_DOWN;
    }

    /** Sets the dots of a vertical line, both ends included, in either order; dots outside the picture are ignored. */
    public void line(int x, int oneY, int otherY) {
        if (x < 0 || x >= width()) {
            return;
        }
        int top = Math.max(0, Math.min(oneY, otherY));
        int bottom = Math.min(height() - 1, Math.max(oneY, otherY));
        for (int y = top; y <= bottom; y++) {
            cells[y / DOTS_DOWN][x / DOTS_ACROSS] |= BITS[y % DOTS_DOWN * DOTS_ACROSS + x % DOTS_ACROSS];
        }
    }

    /** Clears all dots. */
    public void clear() {
        for (int[] row : cells) {
            Arrays.fill(row, 0);
        }
    }

    /** Rows of characters. */
    public int rows() {
        return cells.length;
    }

    /** The text of one row. */
    public String row(int row, boolean braille) {
        StringBuilder text = new StringBuilder(cells[row].length);
        for (int dots : cells[row]) {
            text.append(braille ? (char) (NO_DOT + dots) : plain(dots));
        }
        return text.toString();
    }

    private static char plain(int dots) {
        boolean upper = (dots & UPPER_HALF) != 0;
        boolean lower = (dots & ~UPPER_HALF) != 0;
        if (upper && lower) {
            return ':';
        }
        if (upper) {
            return '\'';
        }
        return lower ? '.' : ' ';
    }
}
