package org.banip.wsb.contract;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** An MBU's connection to a broker. */
public final class Mbu extends HttpWire {
    private final URI base;

    private Mbu(URI base, Socket socket) throws IOException {
        super(socket);
        this.base = base;
    }

    public static Mbu connect(URI base) throws IOException {
        return connect(base, new Socket());
    }

    /** From this address of the machine. */
    public static Mbu connectFrom(String address, URI base) throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(address, 0));
        return connect(base, socket);
    }

    private static Mbu connect(URI base, Socket socket) throws IOException {
        // Bounded, so that little hides here. Below the loopback's segment size the kernel recovers slowly from a full
        // buffer.
        socket.setSendBufferSize(65_536);
        socket.setReceiveBufferSize(65_536);
        socket.connect(new InetSocketAddress(base.getHost(), base.getPort()));
        return new Mbu(base, socket);
    }

    /** A connection with TLS that trusts the certificate in this key store. */
    public static Mbu connectTls(URI base, Path store, String password) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance(store.toFile(), password.toCharArray());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return new Mbu(base, context.getSocketFactory().createSocket(base.getHost(), base.getPort()));
    }

    /** The same that shows the certificate of another key store if it is asked for one. */
    public static Mbu connectTls(URI base, Path store, Path own, String password)
            throws IOException, GeneralSecurityException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(KeyStore.getInstance(store.toFile(), password.toCharArray()));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(KeyStore.getInstance(own.toFile(), password.toCharArray()), password.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return new Mbu(base, context.getSocketFactory().createSocket(base.getHost(), base.getPort()));
    }

    public static String basic(String name, String password) {
        return basic(name + ":" + password);
    }

    /** The header with any text in the place of name and password. */
    public static String basic(String pair) {
        return "Authorization: Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    /** A request's head; {@code path} relative to the base. */
    public void request(String method, String path, String... fields) throws IOException {
        String[] lines = new String[fields.length + 2];
        lines[0] = method + " " + base.getRawPath() + path + " HTTP/1.1";
        lines[1] = "Host: " + base.getHost() + ":" + base.getPort();
        System.arraycopy(fields, 0, lines, 2, fields.length);
        writeHead(lines);
    }

    /** Opens an endless data request. */
    public void openData(String session, String credentials) throws IOException {
        openStream(session + "/data", credentials);
    }

    /** Opens an endless data request whose answer is a reverse channel. */
    public void openDuplex(String session, String credentials) throws IOException {
        openStream(session + "/duplex", credentials);
    }

    private void openStream(String resource, String credentials) throws IOException {
        request(
                "POST",
                "interconnects/" + resource,
                credentials,
                "Content-Type: application/vnd.banip.frames",
                "Transfer-Encoding: chunked");
    }

    /** Opens a reverse channel. */
    public void openReverse(String session, String credentials) throws IOException {
        request("GET", "interconnects/" + session + "/reverse", credentials);
    }

    /** Posts a registration. */
    public void register(String session, String ban, String credentials) throws IOException {
        register(session, ban, credentials, "Accept: application/json");
    }

    /** Posts a registration with more header fields. */
    public void register(String session, String ban, String credentials, String... more) throws IOException {
        String document = registration(session, ban);
        List<String> fields = new ArrayList<>(List.of(more));
        fields.add(credentials);
        fields.add("Content-Type: application/json");
        fields.add("Content-Length: " + document.length());
        request("POST", "interconnects", fields.toArray(String[]::new));
        write(document);
    }

    /** As much of a registration as a broker reads, and a field that it must pass on. */
    public static String registration(String session, String ban) {
        return "{\"protocol\":1,\"session\":\"" + session + "\",\"ban\":{\"id\":\"" + ban + "\"},\"later\":[1,2]}";
    }

    public static String newSession() {
        return UUID.randomUUID().toString();
    }

    /** The status and the error token of an answer. */
    public String readRefusal() throws IOException {
        Head head = readHead();
        while (head.status() == 100) {
            // Some containers say so before anybody asks.
            head = readHead();
        }
        String body = readBody(head);
        return head.status() + " " + body.replaceAll(".*\"error\":\"([a-z-]+)\".*", "$1");
    }
}
