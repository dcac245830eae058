package org.banip.gateway;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** A device that writes single bytes of MQTT or HTTP. */
final class RawDevice implements AutoCloseable {
    private final Socket socket;

    RawDevice(int port) throws IOException {
        this(port, "127.0.0.1");
    }

    /** With a local address, for example another one of the loopback interface. */
    RawDevice(int port, String from) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.getByName(from), 0);
        socket.setSoTimeout((int) GatewayFixture.PATIENCE.toMillis());
    }

    void write(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Writes bytes in hexadecimal; blanks mean nothing. */
    void writeHex(String bytes) throws IOException {
        socket.getOutputStream().write(HexFormat.of().parseHex(bytes.replace(" ", "")));
    }

    /** Reads a number of bytes as hexadecimal; fewer at the end of the stream, none if the connection was reset. */
    String readHex(int count) throws IOException {
        try {
            return HexFormat.of().formatHex(socket.getInputStream().readNBytes(count));
        } catch (SocketException e) {
            return "";
        }
    }

    String readLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        InputStream in = socket.getInputStream();
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            line.write(next);
        }
        return line.toString(StandardCharsets.ISO_8859_1).strip();
    }

    /** Waits until the gateway closes the connection; false if it sends something instead. */
    boolean isClosedByPeer() throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException e) {
            return true; // reset
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
