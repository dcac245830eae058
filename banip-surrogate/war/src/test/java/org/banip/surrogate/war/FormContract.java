package org.banip.surrogate.war;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.Protocol;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.Test;

/** What a container does with requests that break the rules of HTTP, as far as the host can mend it. */
abstract class FormContract {
    /** The base URL of a running host. */
    protected abstract URI base();

    /**
     * Whether it is Jetty. Jetty serves {@code http/1.1} as HTTP/1.1; Tomcat refuses it.
     */
    protected abstract boolean isJetty();

    /** The name of HTTP is in upper case (RFC 9112, section 2.3). */
    @Test
    void versionInLowerCaseIsRefusedOrServedAsTheVersionInUpperCase() throws IOException {
        TestMbu mbu = new TestMbu(base());
        mbu.register();
        String head = "DELETE " + base().getPath() + mbu.surrogate() + " http/1.1\r\nHost: " + base().getAuthority();
        try (HttpWire wire = mbu.connect()) {
            wire.write((head + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            assertThat(wire.answer().status()).isEqualTo(isJetty() ? 204 : 400);
        }
        assertThat(mbu.delete().status()).isEqualTo(isJetty() ? 404 : 204);
    }

    @Test
    void registrationWithAMalformedChunkIsRefusedInTheProtocolsWords() throws IOException {
        for (String chunk : new String[] {"zz\r\nabc\r\n", "5\r\nabcdefgh\r\n", "-1\r\n"}) {
            try (HttpWire wire = new HttpWire(base())) {
                wire.beginChunked(Protocol.INTERCONNECTS, Protocol.JSON_TYPE);
                wire.write(chunk.getBytes(StandardCharsets.US_ASCII));
                assertMalformed(wire, chunk);
            }
        }
    }

    @Test
    void streamWithAMalformedChunkIsRefusedInTheProtocolsWords() throws IOException {
        TestMbu mbu = new TestMbu(base());
        mbu.register();
        try (HttpWire wire = mbu.beginData()) {
            byte[] frames = Frames.body(2, TestMbu.packets(0, 0, 20_000));
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.write((Integer.toHexString(frames.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.write(frames);
            out.write("\r\nzz\r\n".getBytes(StandardCharsets.US_ASCII));
            wire.write(out.toByteArray());
            assertMalformed(wire, "stream");
        }
    }

    private void assertMalformed(HttpWire wire, String what) throws IOException {
        WireAnswer answer = wire.answer();
        assertThat(answer.status()).as(what).isEqualTo(400);
        assertThat(answer.error()).as(what + ": " + answer.text()).isEqualTo(ErrorCode.MALFORMED_REQUEST.token());
        assertThat(answer.header("content-type")).startsWith(Protocol.JSON_TYPE);
        assertEnds(wire);
    }

    private static void assertEnds(HttpWire wire) throws IOException {
        try {
            assertThat(wire.isClosedByServer()).isTrue();
        } catch (EOFException | SocketException e) {
            // A reset is an end.
        }
    }
}
