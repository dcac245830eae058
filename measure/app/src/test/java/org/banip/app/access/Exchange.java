package org.banip.app.access;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.banip.server.tls.ReloadingTls;
import org.banip.server.tls.TlsFiles;
import org.banip.server.tls.TrustedCertificates;

/**
 * One request on a connection of its own, written byte by byte, so that every field may have any value, {@code Host} as well.
 *
 * @param status of the answer; 0 if the server ended the connection without one
 * @param head of the answer
 * @param body of the answer, if it was wanted
 */
record Exchange(int status, String head, String body) {
    private static final int PATIENCE_MILLIS = 60_000;
    private static final String END = "\r\n";

    /** A request, and what it needs to know of the server. */
    record Request(URI server, String method, String path, List<String> fields, String body) {}

    /**
     * Sends a request and reads the answer.
     *
     * @param whole whether the body is read to its end; a stream has none
     */
    static Exchange of(Request request, SSLContext tls, boolean whole) throws IOException {
        Socket plain = new Socket(request.server().getHost(), request.server().getPort());
        plain.setSoTimeout(PATIENCE_MILLIS);
        try (plain;
                Socket socket = secured(plain, request.server(), tls)) {
            socket.getOutputStream().write(head(request).getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
            String head = readHead(socket.getInputStream());
            int status = head.isEmpty() ? 0 : Integer.parseInt(head.split(" ", 3)[1]);
            String body = whole && status > 0
                    ? new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    : "";
            return new Exchange(status, head, body);
        } catch (SocketTimeoutException e) {
            throw new IOException(request.method() + " " + request.path() + " is not answered", e);
        } catch (IOException e) {
            return new Exchange(0, "", ""); // the server ended the connection
        }
    }

    private static Socket secured(Socket plain, URI server, SSLContext tls) throws IOException {
        if (!server.getScheme().equals("https")) {
            return plain;
        }
        SSLSocket secure =
                (SSLSocket) tls.getSocketFactory().createSocket(plain, server.getHost(), server.getPort(), true);
        secure.startHandshake();
        return secure;
    }

    private static String head(Request request) {
        StringBuilder head = new StringBuilder(request.method())
                .append(' ')
                .append(request.server().resolve(request.path()).getRawPath());
        String query = request.server().resolve(request.path()).getRawQuery();
        head.append(query == null ? "" : "?" + query).append(" HTTP/1.1").append(END);
        if (!request.fields().contains("Host")) {
            head.append("Host: ").append(request.server().getAuthority()).append(END);
        }
        for (int i = 0; i < request.fields().size(); i += 2) {
            head.append(request.fields().get(i))
                    .append(": ")
                    .append(request.fields().get(i + 1))
                    .append(END);
        }
        if (!request.method().equals("GET")) {
            head.append("Content-Length: ").append(request.body().length()).append(END);
        }
        return head.append("Connection: close").append(END).append(END) + request.body();
    }

    private static String readHead(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.UTF_8).endsWith(END + END)) {
            int next = in.read();
            if (next < 0) {
                return "";
            }
            head.write(next);
        }
        return head.toString(StandardCharsets.UTF_8);
    }

    /** The value of a cookie that the answer sets. */
    Optional<String> cookie(String name) {
        return head.lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("set-cookie: " + name + "="))
                .map(line -> line.substring(line.indexOf('=') + 1).replaceAll(";.*", ""))
                .filter(value -> !value.isEmpty())
                .findFirst();
    }

    /** TLS of a client that trusts this authority, and may have a certificate of its own. */
    static SSLContext tls(Path authority, Optional<TlsFiles> certificate) throws GeneralSecurityException, IOException {
        SSLContext context = SSLContext.getInstance("TLS");
        Optional<KeyManager> keys = certificate.map(ReloadingTls::keys);
        context.init(
                keys.map(one -> new KeyManager[] {one}).orElse(null),
                new TrustManager[] {TrustedCertificates.trustManager(authority)},
                null);
        return context;
    }
}
