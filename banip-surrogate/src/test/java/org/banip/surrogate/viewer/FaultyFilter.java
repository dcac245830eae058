package org.banip.surrogate.viewer;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;

/** A container's filter that lacks a class: what writes an answer throws an error, once, where a test says. */
final class FaultyFilter implements Filter {
    /** What of an answer fails. */
    enum Place {
        TYPE,
        FIELD,
        STREAM,
        READY,
        WRITE,
        FLUSH,
        NOWHERE
    }

    private final AtomicReference<Place> place = new AtomicReference<>(Place.NOWHERE);

    /** Fails here next. */
    void failAt(Place next) {
        place.set(next);
    }

    private void reached(Place here) {
        if (place.compareAndSet(here, Place.NOWHERE)) {
            throw new NoClassDefFoundError("a class missing on purpose, " + here);
        }
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        chain.doFilter(request, new Faulty((HttpServletResponse) response));
    }

    private final class Faulty extends HttpServletResponseWrapper {
        Faulty(HttpServletResponse response) {
            super(response);
        }

        @Override
        public void setContentType(String type) {
            reached(Place.TYPE);
            super.setContentType(type);
        }

        @Override
        public void setHeader(String name, String value) {
            reached(Place.FIELD);
            super.setHeader(name, value);
        }

        @Override
        public ServletOutputStream getOutputStream() throws IOException {
            reached(Place.STREAM);
            return new FaultyStream(super.getOutputStream());
        }
    }

    private final class FaultyStream extends ServletOutputStream {
        private final ServletOutputStream out;

        FaultyStream(ServletOutputStream out) {
            this.out = out;
        }

        @Override
        public boolean isReady() {
            reached(Place.READY);
            return out.isReady();
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            out.setWriteListener(listener);
        }

        @Override
        public void write(int one) throws IOException {
            out.write(one);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            reached(Place.WRITE);
            out.write(bytes, offset, length);
        }

        @Override
        public void flush() throws IOException {
            reached(Place.FLUSH);
            out.flush();
        }
    }
}
