package org.banip.measure.cpi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.banip.core.json.JsonWriter;
import org.banip.core.text.TlsFailure;
import org.banip.server.tls.TrustedCertificates;

/** A connection to a back-end on another machine. */
final class RemoteBackEnd extends Conversation {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Socket socket;

    private RemoteBackEnd(URI url, Socket socket) throws IOException {
        super("the back-end at " + url, socket.getInputStream(), socket.getOutputStream());
        this.socket = socket;
    }

    /**
     * Connects, and shows the token.
     *
     * @throws IOException that says what is wrong, if the back-end cannot be reached or refuses
     */
    static RemoteBackEnd connect(BackEndAccess access) throws IOException, InterruptedException {
        RemoteBackEnd connected = new RemoteBackEnd(access.url(), socket(access));
        boolean accepted = false;
        try {
            connected.open();
            connected.say(new JsonWriter()
                    .beginObject()
                    .field("token", access.token())
                    .endObject()
                    .toString());
            accepted = connected.await("accepted", PATIENCE).string("event").equals("accepted");
            return connected;
        } finally {
            if (!accepted) {
                connected.close();
            }
        }
    }

    private static Socket socket(BackEndAccess access) throws IOException {
        URI url = access.url();
        Socket plain = new Socket();
        boolean connected = false;
        try {
            plain.setTcpNoDelay(true);
            plain.connect(new InetSocketAddress(url.getHost(), url.getPort()), (int) PATIENCE.toMillis());
            Socket socket = access.isTls() ? secured(plain, access) : plain;
            connected = true;
            return socket;
        } catch (UnknownHostException e) {
            throw new IOException("cannot connect to the back-end at " + url + ": its name is not known", e);
        } catch (IOException e) {
            Optional<String> tls = TlsFailure.inWords(e).map(words -> words.replace("http://", "tcp://"));
            String why =
                    tls.orElse(e.getMessage() + (e instanceof SSLException ? "; without TLS its URL is tcp://" : ""));
            throw new IOException("cannot connect to the back-end at " + url + ": " + why, e);
        } finally {
            if (!connected) {
                plain.close();
            }
        }
    }

    private static SSLSocket secured(Socket plain, BackEndAccess access) throws IOException {
        SSLSocket secured = (SSLSocket) context(access)
                .getSocketFactory()
                .createSocket(plain, access.url().getHost(), access.url().getPort(), true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS"); // checks the name in the certificate
        secured.setSSLParameters(parameters);
        plain.setSoTimeout((int) PATIENCE.toMillis());
        secured.startHandshake();
        plain.setSoTimeout(0);
        return secured;
    }

    private static SSLContext context(BackEndAccess access) {
        if (access.trusted().isPresent()) {
            return TrustedCertificates.client(access.trusted().get());
        }
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no TLS: " + e.getMessage(), e);
        }
    }

    @Override
    String said() {
        return socket instanceof SSLSocket ? "" : "; if it speaks TLS, its URL is tls://";
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the connection to the back-end cannot be closed", e);
        }
    }
}
