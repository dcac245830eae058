package org.banip.mbu.uplink;

import java.io.IOException;
import java.time.Duration;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.banip.core.frame.FrameBuffer;
import org.banip.mbu.spi.FrameSource;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spi.Uplink.PolledBody;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.spi.UplinkFactory;

/**
 * {@code per-request} and {@code persistent}: one packet in each request, and the next request after the answer. The answers are the reverse
 * channel.
 */
final class LockStepUplink extends HttpUplink {
    /** Makes both kinds. */
    record Factory(String name, String description, boolean closing) implements UplinkFactory {
        @Override
        public Uplink open(UplinkContext context) {
            return new LockStepUplink(context, closing);
        }
    }

    private static final Duration PATIENCE = Duration.ofDays(1);

    private final boolean closing;
    private final FrameBuffer body = new FrameBuffer(4096);

    private LockStepUplink(UplinkContext context, boolean closing) {
        super(context);
        this.closing = closing;
    }

    @Override
    public void carry(FrameSource source) throws IOException, InterruptedException {
        body.clear();
        source.beginBody();
        PolledBody.Filled filled = source.fill(body, 1, Integer.MAX_VALUE, PATIENCE);
        while (filled != PolledBody.Filled.END) {
            if (filled == PolledBody.Filled.FRAMES) {
                post(source);
                source.bodyAnswered();
                body.clear();
                source.beginBody();
            }
            filled = source.fill(body, 1, Integer.MAX_VALUE, PATIENCE);
        }
    }

    private void post(FrameSource source) throws IOException {
        HttpPost post = dataRequest(source);
        if (closing) {
            post.setHeader(HttpHeaders.CONNECTION, "close");
        }
        post.setEntity(new ByteArrayEntity(body.bytes(), 0, body.length(), FRAMES));
        PolledBody.HostFrames frames = source.hostFrames();
        Duration timeout = transport.answerTimeout(source.silence());
        transport.executeWithin(post, timeout, answer -> {
            readData(answer, source, frames);
            return answer.getCode();
        });
    }
}
