package org.banip.measure.load.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Arrays;

/** A non-blocking TCP connection. Bytes that the kernel does not take are kept until it does. Belongs to one loop. */
final class LoadConnection {
    /** Hears what happens on it. */
    interface Listener {
        /** Bytes came; they may not be kept. */
        void received(byte[] bytes, int length);

        /** All that was written is with the kernel again, after some was kept. */
        void drained();

        /** It broke, or the other side closed it; nothing follows. */
        void broken();
    }

    private final SocketChannel channel;
    private final SelectionKey key;
    private final Listener listener;
    private byte[] kept = {};
    private boolean connected;

    private LoadConnection(SocketChannel channel, SelectionKey key, Listener listener) {
        this.channel = channel;
        this.key = key;
        this.listener = listener;
    }

    /** Begins to connect. */
    static LoadConnection open(Selector selector, InetSocketAddress local, InetSocketAddress remote, Listener listener)
            throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.bind(local);
            boolean at = channel.connect(remote);
            SelectionKey key = channel.register(selector, at ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT);
            LoadConnection connection = new LoadConnection(channel, key, listener);
            connection.connected = at;
            key.attach(connection);
            return connection;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Writes, or keeps what cannot be written yet. */
    void write(byte[] bytes, int length) throws IOException {
        int written = 0;
        if (connected && kept.length == 0) {
            written = channel.write(ByteBuffer.wrap(bytes, 0, length));
        }
        if (written < length) {
            int before = kept.length;
            kept = Arrays.copyOf(kept, before + length - written);
            System.arraycopy(bytes, written, kept, before, length - written);
            interest();
        }
    }

    /** Whether bytes are kept. */
    boolean backlogged() {
        return kept.length > 0;
    }

    private void interest() {
        key.interestOps(!connected ? SelectionKey.OP_CONNECT : readAnd(kept.length > 0));
    }

    private static int readAnd(boolean write) {
        return write ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
    }

    /** Does what it was selected for. */
    void selected(byte[] buffer) {
        try {
            if (key.isConnectable() && channel.finishConnect()) {
                connected = true;
                flush();
            }
            if (key.isValid() && key.isWritable()) {
                flush();
            }
            if (key.isValid() && key.isReadable()) {
                read(buffer);
            }
        } catch (IOException e) {
            close();
            listener.broken();
        }
    }

    private void flush() throws IOException {
        if (kept.length > 0) {
            int written = channel.write(ByteBuffer.wrap(kept));
            kept = Arrays.copyOfRange(kept, written, kept.length);
        }
        interest();
        if (kept.length == 0) {
            listener.drained();
        }
    }

    private void read(byte[] buffer) throws IOException {
        int count = channel.read(ByteBuffer.wrap(buffer));
        if (count < 0) {
            close();
            listener.broken();
        } else if (count > 0) {
            listener.received(buffer, count);
        }
    }

    /** Closes it; its listener hears nothing any more. */
    void close() {
        key.cancel();
        try {
            channel.close();
        } catch (IOException e) {
            kept = new byte[0]; // it is not open any more in either case
        }
    }
}
