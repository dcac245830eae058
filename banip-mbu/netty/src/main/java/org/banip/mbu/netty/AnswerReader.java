package org.banip.mbu.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** Gives the answers on a channel to the requests that wait for them, in order. Belongs to the channel's thread, except for what is volatile. */
final class AnswerReader extends SimpleChannelInboundHandler<HttpObject> {
    private static final int SWITCHING_PROTOCOLS = 101;

    private final Deque<Answer> expected = new ArrayDeque<>();
    private Runnable onWritable = () -> {};
    private boolean skipping;
    private volatile boolean reusable = true;

    /**
     * The reader of a channel.
     *
     * @throws IOException if the channel was closed, which takes its handlers away
     */
    static AnswerReader of(Channel channel) throws IOException {
        AnswerReader reader = channel.pipeline().get(AnswerReader.class);
        if (reader == null) {
            throw new IOException("the connection was closed");
        }
        return reader;
    }

    /** Whether another request may follow on a channel. Any thread. */
    static boolean isReusable(Channel channel) {
        AnswerReader reader = channel.pipeline().get(AnswerReader.class);
        return reader != null && reader.reusable;
    }

    /** This answer follows those that are expected already. */
    void expect(Answer answer) {
        expected.add(answer);
    }

    /** Sets what happens when the channel can take more. */
    void onWritable(Runnable action) {
        onWritable = action;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject message) throws IOException {
        if (message.decoderResult().isFailure()) {
            throw new IOException(
                    "the answer is malformed: "
                            + message.decoderResult().cause().getMessage(),
                    message.decoderResult().cause());
        }
        Answer answer = expected.peek();
        if (answer == null) {
            throw new IOException("an answer without a request");
        }
        if (message instanceof HttpResponse response) {
            begin(answer, response);
        }
        if (message instanceof HttpContent content && !skipping) {
            answer.take(content.content());
        }
        if (message instanceof LastHttpContent) {
            end(answer);
        }
    }

    private void begin(Answer answer, HttpResponse response) throws IOException {
        int status = response.status().code();
        skipping = response.status().codeClass() == HttpStatusClass.INFORMATIONAL && status != SWITCHING_PROTOCOLS;
        if (!skipping) {
            reusable &= HttpUtil.isKeepAlive(response);
            answer.begin(response);
        }
    }

    private void end(Answer answer) throws IOException {
        if (skipping) {
            skipping = false;
            return;
        }
        answer.end();
        expected.remove();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (context.channel().isWritable()) {
            onWritable.run();
        }
        context.fireChannelWritabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        fail(new IOException("the connection was closed"));
        context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        Throwable root = cause.getCause();
        fail(cause instanceof DecoderException ? Waiting.asBreak(root == null ? cause : root) : cause);
        Channels.close(context);
    }

    /** Fails all requests that wait. */
    private void fail(Throwable reason) {
        reusable = false;
        for (Answer answer = expected.poll(); answer != null; answer = expected.poll()) {
            answer.failed(reason);
        }
    }
}
