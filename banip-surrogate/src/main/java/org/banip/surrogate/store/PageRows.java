package org.banip.surrogate.store;

/** Collects the numbers of a page's rows from extents, which are added in order. Not thread-safe. */
final class PageRows {
    private final Numbers numbers = new Numbers();
    private final long from;
    private final int limit;
    private int count;
    private long start = Items.NONE;
    private long end = Items.NONE;

    /**
     * A page without rows.
     *
     * @param from the first wanted sequence number
     * @param limit most rows
     */
    PageRows(long from, int limit) {
        this.from = from;
        this.limit = limit;
    }

    boolean full() {
        return count == limit;
    }

    Numbers numbers() {
        return numbers;
    }

    /** The sequence number of the first row. */
    long start() {
        return start;
    }

    /** The sequence number after the last row. */
    long end() {
        return end;
    }

    void add(Extent extent) {
        long wanted = Math.max(from, end);
        if (extent.next() <= wanted) {
            return;
        }
        for (int i = extent.indexOf(wanted); i < extent.count() && !full(); i++) {
            if (start == Items.NONE) {
                start = extent.first() + i;
            }
            numbers.add(extent.row(i));
            count++;
            end = extent.after(i);
        }
    }

    /** Items up to this number follow whose rows are not known. */
    void endsAt(long next) {
        end = Math.max(end, next > from ? next : Items.NONE);
    }

    /** Row numbers as a JSON array, so that one prepared statement works for any number of them. */
    static final class Numbers {
        private final StringBuilder json = new StringBuilder("[");

        void add(long row) {
            json.append(json.length() > 1 ? "," : "").append(row);
        }

        String json() {
            return json + "]";
        }
    }
}
