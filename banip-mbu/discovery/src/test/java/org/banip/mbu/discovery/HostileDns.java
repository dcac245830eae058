package org.banip.mbu.discovery;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A DNS server that answers whatever the test wants, by UDP and TCP on one port of the loopback. */
final class HostileDns implements AutoCloseable {
    /** Makes an answer; an empty one is not sent. */
    interface Answers {
        byte[] to(byte[] query, boolean tcp) throws IOException;
    }

    static final int ANSWER = 0x8180;
    static final int TRUNCATED = 0x8380;

    private static final int TYPE_SRV = 33;
    private static final int TYPE_CNAME = 5;
    private static final int HEADER = 12;

    private final Answers answers;
    private final ServerSocket tcp;
    private final DatagramSocket udp;

    HostileDns(Answers answers) throws IOException {
        this.answers = answers;
        tcp = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        udp = new DatagramSocket(tcp.getLocalPort(), InetAddress.getLoopbackAddress());
        daemon(this::serveUdp);
        daemon(this::serveTcp);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), tcp.getLocalPort());
    }

    private static void daemon(Runnable role) {
        Thread thread = new Thread(role, "hostile-dns");
        thread.setDaemon(true);
        thread.start();
    }

    private void serveUdp() {
        try {
            while (true) {
                DatagramPacket packet = new DatagramPacket(new byte[4096], 4096);
                udp.receive(packet);
                byte[] answer = answers.to(Arrays.copyOf(packet.getData(), packet.getLength()), false);
                if (answer.length > 0) {
                    udp.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
                }
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void serveTcp() {
        try {
            while (true) {
                try (Socket client = tcp.accept()) {
                    DataInputStream in = new DataInputStream(client.getInputStream());
                    byte[] query = new byte[in.readUnsignedShort()];
                    in.readFully(query);
                    byte[] answer = answers.to(query, true);
                    DataOutputStream out = new DataOutputStream(client.getOutputStream());
                    out.writeShort(answer.length);
                    out.write(answer);
                    out.flush();
                }
            }
        } catch (IOException e) {
            // closed
        }
    }

    /** The question of a query, which begins at byte 12, without what follows it. */
    private static byte[] question(byte[] query) {
        int end = HEADER;
        while (query[end] != 0) {
            end += 1 + query[end];
        }
        return Arrays.copyOfRange(query, HEADER, end + 5);
    }

    /** An answer with its records. */
    static byte[] answer(byte[] query, int flags, int records, byte[] body) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(query, 0, 2);
        out.writeShort(flags);
        out.writeShort(1);
        out.writeShort(records);
        out.writeInt(0);
        out.write(question(query));
        out.write(body);
        return bytes.toByteArray();
    }

    /** An SRV record of the name that was asked for; the target is in wire form. */
    static byte[] srv(int priority, int weight, int port, byte[] target) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeShort(0xC000 | HEADER);
        out.writeShort(TYPE_SRV);
        out.writeShort(1);
        out.writeInt(0);
        out.writeShort(6 + target.length);
        out.writeShort(priority);
        out.writeShort(weight);
        out.writeShort(port);
        out.write(target);
        return bytes.toByteArray();
    }

    /** The name that was asked for is another name for itself. */
    static byte[] ownAlias() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeShort(0xC000 | HEADER);
        out.writeShort(TYPE_CNAME);
        out.writeShort(1);
        out.writeInt(60);
        out.writeShort(2);
        out.writeShort(0xC000 | HEADER);
        return bytes.toByteArray();
    }

    /** A name in wire form. */
    static byte[] name(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String label : text.split("\\.", -1)) {
            bytes.write(label.length());
            bytes.writeBytes(label.getBytes(StandardCharsets.US_ASCII));
        }
        bytes.write(0);
        return bytes.toByteArray();
    }

    @Override
    public void close() throws IOException {
        udp.close();
        tcp.close();
    }
}
