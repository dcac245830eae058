package org.banip.server.container;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContainerLogTest {
    @ParameterizedTest
    @CsvSource({
        "org.apache.coyote.http11.Http11NioProtocol, asyncPostProcess, ERROR, true",
        "org.apache.coyote.http11.Http11NioProtocol, asyncOperation, COMPLETING, true",
        "org.apache.coyote.http11.Http11NioProtocol, asyncPostProcess, COMPLETING, false",
        "org.banip.wsb.Relay, asyncPostProcess, ERROR, false"
    })
    void onlyTomcatsOwnRacesAreExpectedOfAllErrors(String name, String call, String state, boolean expected) {
        Logger logger = Logger.getLogger(name);
        ContainerLog log = new ContainerLog(List.of());

        String message = "Calling [" + call + "()] is not valid for a request with Async state [" + state + "]";
        logger.log(Level.SEVERE, "Error reading request, ignored", new IllegalStateException(message));

        if (expected) {
            assertThatCode(log::close).doesNotThrowAnyException();
        } else {
            assertThatThrownBy(log::close)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("Error reading request");
        }
    }
}
