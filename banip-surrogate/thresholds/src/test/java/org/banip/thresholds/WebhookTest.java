package org.banip.thresholds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the webhook does with a receiver that answers badly, late or not at all. */
class WebhookTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final SharedClient clients = new SharedClient();
    private final HttpClient http = clients.take();

    @AfterEach
    void endClient() {
        clients.giveBack();
    }

    private Webhook webhook(URI to, Duration timeout, int attempts, int queue) {
        return new Webhook(
                new WebhookSettings(to, false, timeout, attempts, Duration.ofMillis(1), queue), http, "4f1c2d1e");
    }

    private static void awaitDropped(Webhook webhook, long count) {
        await().atMost(PATIENCE).until(() -> webhook.dropped() == count);
    }

    @Test
    void busyReceiverGetsTheAlertAgainAndKeepsTheOrder() throws Exception {
        try (AlertReceiver receiver = new AlertReceiver(number -> number < 4 ? 503 : 204)) {
            Webhook webhook = webhook(receiver.uri(), PATIENCE, 5, 10);
            webhook.offer("1");
            webhook.offer("2");
            webhook.close();
            assertThat(receiver.posted()).containsExactly("1", "1", "1", "1", "2");
            assertThat(webhook.dropped()).isZero();
        }
    }

    @Test
    void attemptsAreBounded() throws Exception {
        try (AlertReceiver receiver = new AlertReceiver(number -> number < 4 ? 500 : 200)) {
            Webhook webhook = webhook(receiver.uri(), PATIENCE, 3, 10);
            webhook.offer("1");
            awaitDropped(webhook, 1);
            webhook.offer("2");
            webhook.close();
            assertThat(receiver.posted()).containsExactly("1", "1", "1", "2");
        }
    }

    @Test
    void refusedAlertIsNotRepeatedAndRedirectsAreNotFollowed() throws Exception {
        try (AlertReceiver receiver = new AlertReceiver(number -> number == 1 ? 400 : 307)) {
            Webhook webhook = webhook(receiver.uri(), PATIENCE, 5, 10);
            webhook.offer("1");
            webhook.offer("2");
            awaitDropped(webhook, 2);
            webhook.close();
            assertThat(receiver.posted()).containsExactly("1", "2");
            assertThat(receiver.elsewhere()).isEmpty();
        }
    }

    @Test
    void receiverThatDoesNotAnswerIsGivenUp() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (AlertReceiver receiver = new AlertReceiver(number -> {
            never.await();
            return 200;
        })) {
            Webhook webhook = webhook(receiver.uri(), Duration.ofMillis(100), 2, 10);
            webhook.offer("1");
            awaitDropped(webhook, 1);
            webhook.close();
        }
    }

    @Test
    void fullQueueDropsTheOldest() throws Exception {
        CountDownLatch goesOn = new CountDownLatch(1);
        try (AlertReceiver receiver = new AlertReceiver(number -> {
            goesOn.await();
            return 200;
        })) {
            Webhook webhook = webhook(receiver.uri(), PATIENCE, 2, 3);
            for (int i = 0; i < 10; i++) {
                webhook.offer("" + i);
            }
            assertThat(webhook.dropped()).isEqualTo(6);
            goesOn.countDown();
            webhook.close();
            assertThat(receiver.posted()).containsExactly("0", "7", "8", "9");
        }
    }

    @Test
    void endDoesNotWaitForAReceiverThatIsAway() throws IOException, InterruptedException {
        try (Socket bound = new Socket()) { // has a port, but does not listen: a connection is refused
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            URI nowhere = URI.create("http://127.0.0.1:" + bound.getLocalPort() + "/alerts");
            Webhook webhook = webhook(nowhere, Duration.ofMillis(50), 100, 3);
            webhook.offer("1");
            webhook.offer("2");
            webhook.close();
            assertThat(webhook.dropped()).isEqualTo(2);
        }
    }
}
