package org.banip.mbu.uplink;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.function.Consumer;
import org.banip.mbu.spi.UplinkContext;

/** A socket that counts its bytes and reports when it is closed. */
final class CountingSocket extends Socket {
    private final UplinkContext.Traffic traffic;
    private final Consumer<CountingSocket> onClose;

    CountingSocket(UplinkContext.Traffic traffic, Consumer<CountingSocket> onClose) {
        this.traffic = traffic;
        this.onClose = onClose;
    }

    @Override
    public void connect(SocketAddress endpoint, int timeout) throws IOException {
        try {
            super.connect(endpoint, timeout);
        } catch (IOException e) {
            close();
            throw e;
        }
        traffic.connected();
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new FilterInputStream(super.getInputStream()) {
            @Override
            public int read() throws IOException {
                int b = in.read();
                if (b >= 0) {
                    traffic.received(1);
                }
                return b;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                int count = in.read(bytes, offset, length);
                if (count > 0) {
                    traffic.received(count);
                }
                return count;
            }
        };
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return new FilterOutputStream(super.getOutputStream()) {
            @Override
            public void write(int b) throws IOException {
                out.write(b);
                traffic.sent(1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                out.write(bytes, offset, length);
                traffic.sent(length);
            }
        };
    }

    @Override
    public synchronized void close() throws IOException {
        onClose.accept(this);
        super.close();
    }
}
