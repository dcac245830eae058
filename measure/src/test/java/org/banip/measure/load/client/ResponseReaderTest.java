package org.banip.measure.load.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ResponseReaderTest {
    private static final String ANSWERS = "HTTP/1.1 100 Continue\r\n\r\n"
            + "HTTP/1.1 201 Created\r\nContent-Length: 5\r\nServer: x\r\n\r\nhello"
            + "HTTP/1.1 204 No Content\r\n\r\n"
            + "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\nTrailer: t\r\n\r\n";
    private static final String HEARD = "(201)hello.(204).(200)abc0123456789.";

    private static final class Heard implements ResponseReader.Sink {
        private final StringBuilder text = new StringBuilder();

        @Override
        public void head(int status) {
            text.append('(').append(status).append(')');
        }

        @Override
        public void body(byte[] bytes, int offset, int length) {
            text.append(new String(bytes, offset, length, StandardCharsets.US_ASCII));
        }

        @Override
        public void end() {
            text.append('.');
        }
    }

    @Test
    void answersAreReadWhereverTheBytesAreCut() {
        byte[] bytes = ANSWERS.getBytes(StandardCharsets.US_ASCII);
        for (int cut = 0; cut <= bytes.length; cut++) {
            Heard heard = new Heard();
            ResponseReader reader = new ResponseReader(heard);
            reader.feed(bytes, cut);
            byte[] rest = Arrays.copyOfRange(bytes, cut, bytes.length);
            reader.feed(rest, rest.length);
            assertThat(heard.text).as("cut at %d", cut).hasToString(HEARD);
        }
    }

    @Test
    void whatIsNotHttpIsRefused() {
        byte[] bytes = "SSH-2.0-x\r\n".getBytes(StandardCharsets.US_ASCII);
        assertThatThrownBy(() -> new ResponseReader(new Heard()).feed(bytes, bytes.length))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
