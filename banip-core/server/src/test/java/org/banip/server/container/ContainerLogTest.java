package org.banip.server.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContainerLogTest {
    private static final String TOMCAT = "org.apache.coyote.http11.Http11NioProtocol";
    private static final String RACE = "Calling [asyncOperation()] is not valid for a request with Async state [ERROR]";
    private static final String SERVLET = "org.banip.wsb.relay.RelayServlet";

    @Test
    void raceOfTomcatIsExpected() {
        assertThat(unexpected(TOMCAT, RACE, "org.apache.coyote.AsyncStateMachine"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        TOMCAT + ", Stream closed, org.apache.coyote.AsyncStateMachine",
        TOMCAT + ", " + RACE + ", " + SERVLET,
        SERVLET + ", " + RACE + ", org.apache.coyote.AsyncStateMachine"
    })
    void otherErrorsAreUnexpected(String logger, String message, String thrower) {
        assertThat(unexpected(logger, message, thrower)).contains("Error reading request");
    }

    private static String unexpected(String logger, String message, String thrower) {
        IllegalStateException thrown = new IllegalStateException(message);
        thrown.setStackTrace(new StackTraceElement[] {
            new StackTraceElement(thrower, "run", null, 1), new StackTraceElement("java.lang.Thread", "run", null, 1)
        });
        ContainerLog log = new ContainerLog(List.of());
        Logger.getLogger(logger).log(Level.SEVERE, "Error reading request, ignored", thrown);
        try {
            log.close();
            return "";
        } catch (AssertionError e) {
            return e.getMessage();
        }
    }
}
