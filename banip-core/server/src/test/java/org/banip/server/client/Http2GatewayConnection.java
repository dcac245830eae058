package org.banip.server.client;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.banip.server.executor.SerialExecutor;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.DataFrame;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** One HTTP/1.1 connection at the gateway. Its thread reads; answers are written by other threads, one at a time. */
final class Http2GatewayConnection {
    private static final int MAX_AHEAD_BYTES = 16_384;
    private static final Set<String> OF_CONNECTION = Set.of("connection", "keep-alive", "transfer-encoding", "host");

    private final Http2Gateway gateway;
    private final Socket socket;
    private InputStream in;
    private OutputStream out;

    Http2GatewayConnection(Http2Gateway gateway, Socket socket) {
        this.gateway = gateway;
        this.socket = socket;
    }

    /** Serves one request after the other. */
    void serve() {
        try (socket) {
            in = new BufferedInputStream(socket.getInputStream());
            out = socket.getOutputStream();
            while (serveOne()) {
                // The next.
            }
        } catch (IOException e) {
            // The connection is over.
        }
    }

    private boolean serveOne() throws IOException {
        String[] start = line().split(" ", 3);
        HttpFields.Mutable fields = HttpFields.build();
        Head head = new Head();
        for (String line = line(); !line.isEmpty(); line = line()) {
            head.read(line, fields);
        }
        HttpURI uri = HttpURI.from("http://" + gateway.authority() + start[1]);
        MetaData.Request request = new MetaData.Request(start[0], uri, HttpVersion.HTTP_2, fields);
        Answer answer = new Answer(head.closes);
        answer.bodyEnded = !head.hasBody();
        Stream stream = await(gateway.session().newStream(new HeadersFrame(request, null, !head.hasBody()), answer));
        try {
            if (head.hasBody()) {
                send(stream, head, answer);
            }
            watch(answer);
        } catch (IOException | NumberFormatException e) {
            if (!answer.whole.isDone() || !answer.bodyEnded) {
                answer.broken(stream);
            }
            answer.await();
            drain();
            throw new IOException(e);
        }
        answer.await();
        return !head.closes;
    }

    /** Until the answer is whole, the end of the connection is the end of the stream. */
    private void watch(Answer answer) throws IOException {
        in.mark(1);
        if (in.read() < 0) {
            if (!answer.whole.isDone()) {
                throw new EOFException("the client is gone");
            }
            throw new EOFException("the client has what it wants");
        }
        in.reset();
    }

    private void send(Stream stream, Head head, Answer answer) throws IOException {
        if (head.length.isPresent()) {
            pass(stream, head.length.get(), answer);
        } else {
            for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
                pass(stream, size, null);
                line();
            }
            line();
            answer.bodyEnded = true;
            await(stream.data(new DataFrame(stream.getId(), ByteBuffer.allocate(0), true)));
        }
    }

    /**
     * Passes bytes on. The last ones of a body of known length end the stream: the answer may come as soon as they are there.
     *
     * @param ended the answer, if these are the whole body
     */
    private void pass(Stream stream, int length, @Nullable Answer ended) throws IOException {
        byte[] buffer = new byte[8192];
        for (int left = length; left > 0; ) {
            int got = in.read(buffer, 0, Math.min(left, buffer.length));
            if (got < 0) {
                throw new EOFException("the client is gone");
            }
            left -= got;
            boolean last = false;
            if (ended != null && left == 0) {
                ended.bodyEnded = true;
                last = true;
            }
            await(stream.data(new DataFrame(stream.getId(), ByteBuffer.wrap(buffer.clone(), 0, got), last)));
        }
    }

    /** What the client still sends after the answer: a socket closed with unread bytes would be reset. */
    private void drain() throws IOException {
        socket.shutdownOutput();
        byte[] buffer = new byte[8192];
        while (in.read(buffer) >= 0) {
            // Nobody wants it.
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the connection ended");
            }
            line.append((char) c);
        }
        return line.substring(0, line.length() - 1);
    }

    private static <T> T await(CompletableFuture<T> future) throws IOException {
        try {
            return future.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IOException(e);
        }
    }

    /** What the head of a request says about the connection. */
    private static final class Head {
        Optional<Integer> length = Optional.empty();
        boolean chunked;
        boolean closes;

        void read(String line, HttpFields.Mutable fields) {
            int colon = line.indexOf(':');
            String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
            String value = line.substring(colon + 1).trim();
            chunked |= name.equals("transfer-encoding");
            closes |= name.equals("connection") && value.equalsIgnoreCase("close");
            if (name.equals("content-length")) {
                length = Optional.of(Integer.parseInt(value));
            }
            if (!OF_CONNECTION.contains(name)) {
                fields.add(name, value);
            }
        }

        /** An empty body is none: the answer may come before a frame that ends it. */
        boolean hasBody() {
            return chunked || length.filter(bytes -> bytes > 0).isPresent();
        }
    }

    /** The answer of a stream, as it goes to the client. */
    private final class Answer implements Stream.Listener {
        /** Whether it came to its end, or broke. */
        final CompletableFuture<Boolean> whole = new CompletableFuture<>();

        volatile boolean bodyEnded;
        private final boolean closes;
        /** Bytes that were taken from the stream and are not written yet. */
        private final AtomicInteger ahead = new AtomicInteger();

        private final AtomicBoolean paused = new AtomicBoolean();
        private boolean chunked;
        private final SerialExecutor inOrder = SerialExecutor.on(gateway.threads(), failure -> breakOff());

        Answer(boolean closes) {
            this.closes = closes;
        }

        private void complete() throws IOException {
            whole.complete(true);
            if (closes || !bodyEnded) {
                socket.shutdownOutput();
            }
        }

        void await() throws IOException {
            if (!Http2GatewayConnection.await(whole)) {
                throw new IOException("the answer broke");
            }
        }

        @Override
        public void onHeaders(Stream stream, HeadersFrame frame) {
            inOrder.execute(() -> begin(stream, frame));
            if (!frame.isEndStream()) {
                stream.demand();
            }
        }

        private void begin(Stream stream, HeadersFrame frame) {
            if (!(frame.getMetaData() instanceof MetaData.Response response)) {
                return;
            }
            boolean interim = response.getStatus() < 200;
            StringBuilder head = new StringBuilder("HTTP/1.1 " + response.getStatus() + " said\r\n");
            response.getHttpFields().forEach(field -> head.append(field.getName() + ": " + field.getValue() + "\r\n"));
            boolean sized = response.getHttpFields().contains("content-length");
            chunked = !interim && !sized && !frame.isEndStream();
            head.append(chunked ? "Transfer-Encoding: chunked\r\n" : "");
            head.append(frame.isEndStream() && !sized && response.getStatus() != 204 ? "Content-Length: 0\r\n" : "");
            head.append(response.getStatus() >= 400 && !bodyEnded ? "Connection: close\r\n" : "");
            try {
                write(head + "\r\n");
                if (frame.isEndStream()) {
                    complete();
                }
            } catch (IOException e) {
                broken(stream);
            }
        }

        /** Takes what has come at once, as far as it may be ahead: a reset that comes next discards what is still in the stream. */
        @Override
        public void onDataAvailable(Stream stream) {
            while (ahead.get() < MAX_AHEAD_BYTES) {
                Stream.Data data = stream.readData();
                if (data == null) {
                    stream.demand();
                    return;
                }
                boolean last = data.frame().isEndStream();
                ahead.addAndGet(data.frame().remaining());
                inOrder.execute(() -> pass(stream, data));
                if (last) {
                    return;
                }
            }
            paused.set(true);
            goOn(stream);
        }

        private void goOn(Stream stream) {
            if (ahead.get() < MAX_AHEAD_BYTES && paused.compareAndSet(true, false)) {
                stream.demand();
            }
        }

        private void pass(Stream stream, Stream.Data data) {
            byte[] bytes = new byte[data.frame().remaining()];
            data.frame().getByteBuffer().get(bytes);
            boolean last = data.frame().isEndStream();
            data.release();
            try {
                pass(bytes, last);
                if (last) {
                    complete();
                }
            } catch (IOException e) {
                broken(stream);
            }
            ahead.addAndGet(-bytes.length);
            goOn(stream);
        }

        private void pass(byte[] bytes, boolean last) throws IOException {
            if (bytes.length > 0 && chunked) {
                write(Integer.toHexString(bytes.length) + "\r\n");
            }
            out.write(bytes);
            if (chunked) {
                write((bytes.length > 0 ? "\r\n" : "") + (last ? "0\r\n\r\n" : ""));
            }
            out.flush();
        }

        private void write(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
        }

        private void broken(Stream stream) {
            stream.reset(new ResetFrame(stream.getId(), ErrorCode.CANCEL_STREAM_ERROR.code), Callback.NOOP);
            whole.complete(false);
        }

        @Override
        public void onReset(Stream stream, ResetFrame frame, Callback callback) {
            callback.succeeded();
            inOrder.execute(this::breakOff); // behind what came before
        }

        @Override
        public void onFailure(Stream stream, int error, String reason, Throwable failure, Callback callback) {
            callback.succeeded();
            inOrder.execute(this::breakOff); // behind what came before
        }

        private void breakOff() {
            if (whole.complete(false)) {
                try {
                    socket.setSoLinger(true, 1); // a reset at once would discard what the kernel has not sent yet
                    socket.close();
                } catch (IOException e) {
                    // It is closed.
                }
            }
        }
    }
}
