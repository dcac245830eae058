package org.banip.surrogate.jini.export;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidObjectException;
import java.io.ObjectInputFilter;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * What one remote call, or one answer, may carry at most. Immutable.
 *
 * @param classes which classes; an array is asked for by its own class
 * @param longestArray most elements of an array of this class
 * @param deepest most objects inside each other
 * @param references most objects
 * @param bytes most bytes on the wire, and most bytes of all arrays together: an array is allocated before its elements are read
 */
public record CallLimits(
        Predicate<Class<?>> classes, ToLongFunction<Class<?>> longestArray, int deepest, long references, long bytes) {
    private static final int BYTES_OF_AN_ELEMENT = 8;

    /** A filter for one stream. */
    ObjectInputFilter filter() {
        return new Filter();
    }

    /** The stream, which fails when more than {@link #bytes} are read. */
    InputStream bounded(InputStream in) {
        return new Bounded(in, bytes);
    }

    private final class Filter implements ObjectInputFilter {
        private long arrayBytes;

        @Override
        public Status checkInput(FilterInfo info) {
            Class<?> type = info.serialClass();
            boolean within = info.depth() <= deepest && info.references() <= references;
            boolean allowed = within && (type == null || classes.test(type)) && hasRoom(type, info.arrayLength());
            return allowed ? Status.ALLOWED : Status.REJECTED;
        }

        private boolean hasRoom(@org.jspecify.annotations.Nullable Class<?> type, long length) {
            if (type == null || length < 0) {
                return true;
            }
            if (length > longestArray.applyAsLong(type)) {
                return false;
            }
            arrayBytes += length * (type == byte[].class ? 1 : BYTES_OF_AN_ELEMENT);
            return arrayBytes <= bytes;
        }
    }

    /** Bounds texts, which no filter is asked about. */
    private static final class Bounded extends FilterInputStream {
        private final long most;
        private long left;

        Bounded(InputStream in, long most) {
            super(in);
            this.most = most;
            left = most;
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            took(read < 0 ? 0 : 1);
            return read;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int read = super.read(into, offset, length);
            took(Math.max(0, read));
            return read;
        }

        @Override
        public long skip(long count) throws IOException {
            long skipped = super.skip(count);
            took(skipped);
            return skipped;
        }

        private void took(long count) throws IOException {
            left -= count;
            if (left < 0) {
                throw new InvalidObjectException("a call or an answer has more than " + most + " bytes");
            }
        }

        @Override
        public boolean markSupported() {
            return false;
        }
    }
}
