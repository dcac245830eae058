package org.banip.mbu.uplink;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.core5.http.io.entity.AbstractHttpEntity;
import org.banip.core.error.BanipException;
import org.banip.core.frame.Control;
import org.banip.core.frame.FrameBuffer;
import org.banip.core.frame.FrameEncoder;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.spi.FrameSource;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spi.Uplink.PolledBody;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.spi.UplinkFactory;

/**
 * {@code chunked}: one endless request in which each flush is one chunk (RFC 9112, section 7.1). Packets that are ready together share a chunk.
 * The reverse channel is a second connection.
 */
final class ChunkedUplink extends HttpUplink {
    /** Makes {@code chunked} uplinks. */
    record Factory() implements UplinkFactory {
        @Override
        public String name() {
            return Uplinks.CHUNKED;
        }

        @Override
        public String description() {
            return "one endless POST in chunks, and a second connection for what comes back";
        }

        @Override
        public Uplink open(UplinkContext context) {
            return new ChunkedUplink(context);
        }
    }

    private ChunkedUplink(UplinkContext context) {
        super(context);
    }

    /** The registration goes on the connection of the reverse channel. */
    @Override
    public boolean registersWhileCarrying() {
        return true;
    }

    @Override
    public void carry(FrameSource source) throws IOException, InterruptedException {
        ReverseChannel reverse = new ReverseChannel(context, transport, source, this::register);
        reverse.start();
        try {
            stream(source, reverse);
        } catch (IOException | BanipException e) {
            Exception reason = reverse.reason(e);
            if (reason instanceof RuntimeException told) {
                throw told; // also that the uplink was closed
            }
            throw (IOException) reason;
        } finally {
            reverse.stop();
        }
    }

    private void stream(FrameSource source, ReverseChannel reverse) throws IOException {
        HttpPost post = dataRequest(source);
        post.setEntity(new FrameStream(source, context.settings(), transport));
        PolledBody.HostFrames frames = source.hostFrames();
        source.beginBody();
        transport.execute(post, transport.answerTimeout(source.silence()), answer -> {
            reverse.awaitRegistered(); // this answer must not overtake that of the registration
            readData(answer, source, frames);
            return answer.getCode();
        });
        source.bodyAnswered();
    }

    /** The frames of a source as an endless request body. */
    private static final class FrameStream extends AbstractHttpEntity {
        private final FrameSource source;
        private final HttpSettings settings;
        private final HttpTransport transport;
        private final EarlyAnswer earlyAnswer;

        FrameStream(FrameSource source, HttpSettings settings, HttpTransport transport) {
            super(FRAMES, null, true);
            this.source = source;
            this.settings = settings;
            this.transport = transport;
            earlyAnswer = transport.earlyAnswer();
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            FrameBuffer chunk = new FrameBuffer(settings.maxChunkBytes());
            earlyAnswer.forget();
            try {
                while (fill(chunk) != PolledBody.Filled.END) {
                    if (chunk.length() == 0 && earlyAnswer.hasBegun()) {
                        FrameEncoder.encode(
                                new Control.KeepAlive(), chunk); // HttpClient reads the answer at the next write
                    }
                    out.write(chunk.bytes(), 0, chunk.length());
                    out.flush();
                    chunk.clear();
                }
                // The answer to the registration may have changed it.
                earlyAnswer.isAwaitedFor(transport.answerTimeout(source.silence()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("told to end");
            } finally {
                earlyAnswer.forget();
            }
        }

        private PolledBody.Filled fill(FrameBuffer chunk) throws IOException, InterruptedException {
            return source.fill(chunk, Integer.MAX_VALUE, settings.maxChunkBytes(), settings.probeInterval());
        }

        @Override
        public boolean isRepeatable() {
            return false;
        }

        @Override
        public boolean isStreaming() {
            return true;
        }

        @Override
        public long getContentLength() {
            return -1;
        }

        @Override
        public InputStream getContent() {
            throw new UnsupportedOperationException("only written");
        }

        @Override
        public void close() {}
    }
}
