package org.banip.surrogate.mail;

import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.banip.server.tls.TestKeys;
import org.subethamail.smtp.MessageContext;
import org.subethamail.smtp.MessageHandler;
import org.subethamail.smtp.RejectException;
import org.subethamail.smtp.auth.EasyAuthenticationHandlerFactory;
import org.subethamail.smtp.auth.LoginFailedException;
import org.subethamail.smtp.server.SMTPServer;

/** A mail server on loopback that keeps what it takes. */
final class MailServer implements AutoCloseable {
    static final String USER = "banip";

    /** How it answers. */
    interface Behaviour {
        /** 0: it takes the recipient; otherwise the number of its answer. */
        default int recipient(int number) {
            return 0;
        }

        /** 0: it takes the e-mail; otherwise the number of its answer. */
        default int text(int number, String text) {
            return 0;
        }
    }

    /** An e-mail. */
    record Received(String from, List<String> to, String text) {
        MimeMessage message() throws MessagingException {
            return new MimeMessage(
                    Session.getInstance(new Properties()),
                    new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        }
    }

    private final List<Received> taken = new CopyOnWriteArrayList<>();
    private final AtomicInteger recipients = new AtomicInteger();
    private final AtomicInteger texts = new AtomicInteger();
    private final SMTPServer server;
    volatile Behaviour behaviour = new Behaviour() {};
    /** Whom it lets in. */
    volatile String password = "";

    private MailServer(int port, Optional<SSLContext> tls, boolean login) {
        SMTPServer.Builder builder = new SMTPServer.Builder()
                .bindAddress(InetAddress.getLoopbackAddress())
                .hostName("mail.test")
                .port(port)
                .insertReceivedHeaders(false)
                .messageHandlerFactory(Handler::new);
        if (tls.isPresent()) {
            builder.enableTLS().requireTLS().startTlsSocketFactory(tls.get());
        } else {
            builder.hideTLS();
        }
        if (login) {
            builder.requireAuth().authenticationHandlerFactory(new EasyAuthenticationHandlerFactory(this::check));
        }
        server = builder.build();
        server.start();
    }

    /** Message-IDs of what it took, in order. */
    List<String> ids() throws MessagingException {
        List<String> ids = new ArrayList<>();
        for (Received received : taken) {
            ids.add(received.message().getMessageID());
        }
        return ids;
    }

    /** Without TLS and log-in. */
    static MailServer plain(int port) {
        return new MailServer(port, Optional.empty(), false);
    }

    /** With STARTTLS and log-in, which it requires; its certificate is written to {@code server.pem} in the directory. */
    static MailServer secure(Path directory, String password) throws Exception {
        MailServer made = new MailServer(0, Optional.of(context(directory)), true);
        made.password = password;
        return made;
    }

    /** A key and a certificate for localhost, which is written to {@code server.pem} in the directory. */
    static SSLContext context(Path directory) throws Exception {
        Path file = TestKeys.make(directory.resolve("server.p12"), "EC", "mail");
        KeyStore keys = KeyStore.getInstance(file.toFile(), TestKeys.PASSWORD.toCharArray());
        byte[] certificate = keys.getCertificate("server").getEncoded();
        Files.writeString(
                directory.resolve("server.pem"),
                "-----BEGIN CERTIFICATE-----\n"
                        + java.util.Base64.getMimeEncoder().encodeToString(certificate)
                        + "\n-----END CERTIFICATE-----\n");
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, TestKeys.PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private void check(String user, String given, MessageContext context) throws LoginFailedException {
        if (!user.equals(USER) || !given.equals(password)) {
            throw new LoginFailedException();
        }
    }

    private final class Handler implements MessageHandler {
        private final List<String> to = new ArrayList<>();
        private String from = "";

        Handler(MessageContext context) {}

        @Override
        public void from(String address) {
            from = address;
        }

        @Override
        public void recipient(String address) throws RejectException {
            answer(behaviour.recipient(recipients.incrementAndGet()));
            to.add(address);
        }

        @Override
        public String data(InputStream in) throws RejectException, IOException {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            answer(behaviour.text(texts.incrementAndGet(), text));
            taken.add(new Received(from, to, text));
            return "taken";
        }

        @Override
        public void done() {}

        private void answer(int number) throws RejectException {
            if (number != 0) {
                throw new RejectException(number, "not now");
            }
        }
    }

    int port() {
        return server.getPortAllocated();
    }

    /** What it has taken, in order. */
    List<Received> taken() {
        return taken;
    }

    /** How many texts came, whether it took them or not. */
    int texts() {
        return texts.get();
    }

    @Override
    public void close() {
        server.stop();
    }
}
