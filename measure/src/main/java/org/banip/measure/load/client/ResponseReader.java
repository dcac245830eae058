package org.banip.measure.load.client;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Reads the HTTP/1.1 responses of one connection (RFC 9112), however the bytes are cut. One thread. */
final class ResponseReader {
    private static final int LONGEST_LINE = 16_384;
    private static final String LENGTH = "content-length:";
    private static final String CODING = "transfer-encoding:";

    /** Takes what is read. */
    interface Sink {
        /** A response begins. */
        void head(int status);

        /** Bytes of its body, without the framing. */
        void body(byte[] bytes, int offset, int length);

        /** It has ended in order. */
        void end();
    }

    private enum Part {
        STATUS,
        FIELDS,
        BODY,
        CHUNK_SIZE,
        CHUNK,
        CHUNK_END,
        TRAILER
    }

    private final Sink sink;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(64);
    private Part part = Part.STATUS;
    private int status;
    private boolean chunked;
    private long left;

    ResponseReader(Sink sink) {
        this.sink = sink;
    }

    /**
     * Takes the next bytes.
     *
     * @throws IllegalArgumentException if they are not HTTP
     */
    void feed(byte[] bytes, int length) {
        int at = 0;
        while (at < length) {
            if (part == Part.BODY || part == Part.CHUNK) {
                int taken = (int) Math.min(left, length - at);
                sink.body(bytes, at, taken);
                at += taken;
                left -= taken;
                if (left == 0) {
                    bodyRead();
                }
            } else if (bytes[at++] == '\n') {
                String text = line.toString(StandardCharsets.ISO_8859_1).strip();
                line.reset();
                line(text);
            } else {
                line.write(bytes[at - 1]);
                if (line.size() > LONGEST_LINE) {
                    throw new IllegalArgumentException("a line of the answer is longer than " + LONGEST_LINE);
                }
            }
        }
    }

    private void bodyRead() {
        if (part == Part.CHUNK) {
            part = Part.CHUNK_END;
        } else {
            ended();
        }
    }

    private void ended() {
        part = Part.STATUS;
        sink.end();
    }

    private void line(String text) {
        switch (part) {
            case STATUS -> statusLine(text);
            case FIELDS -> field(text.toLowerCase(Locale.ROOT));
            case CHUNK_SIZE -> {
                left = Long.parseLong(text.split(";", 2)[0].strip(), 16);
                part = left == 0 ? Part.TRAILER : Part.CHUNK;
            }
            case CHUNK_END -> part = Part.CHUNK_SIZE;
            default -> {
                if (text.isEmpty()) {
                    ended();
                }
            }
        }
    }

    private void statusLine(String text) {
        String[] words = text.split(" ", 3);
        if (words.length < 2 || !words[0].startsWith("HTTP/1.")) {
            throw new IllegalArgumentException("not an HTTP answer");
        }
        status = Integer.parseInt(words[1]);
        chunked = false;
        left = 0;
        part = Part.FIELDS;
    }

    private void field(String text) {
        if (text.startsWith(LENGTH)) {
            left = Long.parseLong(text.substring(LENGTH.length()).strip());
        } else if (text.startsWith(CODING)) {
            chunked = text.endsWith("chunked");
        } else if (text.isEmpty()) {
            headRead();
        }
    }

    private void headRead() {
        if (status < 200) {
            part = Part.STATUS; // an interim response
            return;
        }
        part = chunked ? Part.CHUNK_SIZE : Part.BODY;
        sink.head(status);
        if (!chunked && left == 0) {
            ended();
        }
    }
}
