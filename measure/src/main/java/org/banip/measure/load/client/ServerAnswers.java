package org.banip.measure.load.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.banip.core.error.BanipException;
import org.banip.core.interconnect.ErrorAnswer;

/** What a server says on one connection: documents, errors and frames. Belongs to one loop. */
final class ServerAnswers implements LoadConnection.Listener, ResponseReader.Sink {
    /** What an MBU calls a connection that broke without an answer. */
    static final String BROKEN = "broken-connection";

    private static final int OK = 200;
    private static final int CREATED = 201;

    /** Hears it. */
    interface Owner {
        /** A registration was answered. */
        void registered(String document) throws IOException;

        /** Bytes of frames came. */
        void frames(byte[] bytes, int offset, int length);

        /** All that was written is with the kernel. */
        void drained();

        /** The connection is of no more use. */
        void broken(String why);
    }

    private final Owner owner;
    private final ResponseReader reader = new ResponseReader(this);
    private final ByteArrayOutputStream document = new ByteArrayOutputStream(0);
    private int status;
    private boolean closed;

    ServerAnswers(Owner owner) {
        this.owner = owner;
    }

    /** The owner hears nothing any more. */
    void close() {
        closed = true;
    }

    @Override
    public void received(byte[] bytes, int length) {
        try {
            reader.feed(bytes, length);
        } catch (BanipException e) {
            fail(e.code().token());
        } catch (IllegalArgumentException e) {
            fail("malformed-answer");
        }
    }

    private void fail(String why) {
        if (!closed) {
            owner.broken(why);
        }
    }

    @Override
    public void head(int code) {
        status = code;
        document.reset();
    }

    @Override
    public void body(byte[] bytes, int offset, int length) {
        if (status != OK) {
            document.write(bytes, offset, length);
        } else if (!closed) {
            owner.frames(bytes, offset, length);
        }
    }

    @Override
    public void end() {
        String text = document.toString(StandardCharsets.UTF_8);
        if (status != CREATED) {
            fail(token(text));
        } else if (!closed) {
            try {
                owner.registered(text);
            } catch (IOException e) {
                fail(BROKEN);
            }
        }
    }

    private String token(String text) {
        try {
            return status == OK ? BROKEN : ErrorAnswer.fromJson(text).error();
        } catch (BanipException e) {
            return "http-" + status;
        }
    }

    @Override
    public void drained() {
        owner.drained();
    }

    @Override
    public void broken() {
        fail(BROKEN);
    }
}
