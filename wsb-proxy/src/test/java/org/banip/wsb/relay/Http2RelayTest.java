package org.banip.wsb.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.contract.TestHost;
import org.banip.wsb.contract.TestHost.Connection;
import org.eclipse.jetty.client.AsyncRequestContent;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** In a container that speaks HTTP/2 a body comes without a header that announces it: it must not be taken for none. */
@Timeout(240)
class Http2RelayTest {
    @TempDir
    Path directory;

    private TestHost host;
    private Broker broker;
    private Server server;
    private HttpClient client;
    private URI base;

    @BeforeEach
    void start() throws Exception {
        new PasswordFile(directory.resolve("passwords")).set("alice", "alice's password".toCharArray(), 4);
        host = new TestHost();
        broker = new Broker(BrokerConfiguration.builder()
                .surrogateHost(host.uri())
                .passwordFile(directory.resolve("passwords"))
                .build());
        server = new Server();
        ServerConnector connector =
                new ServerConnector(server, new HTTP2CServerConnectionFactory(new HttpConfiguration()));
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler("/");
        ServletHolder servlet = new ServletHolder(new RelayServlet(broker));
        servlet.setAsyncSupported(true);
        context.addServlet(servlet, "/*");
        server.setHandler(context);
        server.start();
        base = URI.create("http://127.0.0.1:" + connector.getLocalPort());
        client = new HttpClient(new HttpClientTransportOverHTTP2(new HTTP2Client()));
        client.start();
    }

    @AfterEach
    void stop() throws Exception {
        client.stop();
        broker.close();
        server.stop();
        host.close();
    }

    @Test
    void aBodyThatNoHeaderAnnouncesIsRelayed() throws Exception {
        AsyncRequestContent body = new AsyncRequestContent();
        CompletableFuture<Result> answer = new CompletableFuture<>();
        post(body).send(answer::complete);
        body.write(ByteBuffer.wrap(new byte[100]), Callback.NOOP);
        Connection data = host.nextConnection();
        assertThat(data.readHead().fields()).containsEntry("transfer-encoding", "chunked");
        assertThat(data.readChunked(100)).hasSize(100);
        body.write(ByteBuffer.wrap(new byte[200]), Callback.NOOP);
        assertThat(data.readChunked(200)).hasSize(200);
        body.close();
        assertThat(data.readChunk()).isEmpty();
        data.answer("200 OK", "ack");
        assertThat(answer.join().isSucceeded()).isTrue();
        assertThat(answer.join().getResponse().getStatus()).isEqualTo(200);
    }

    @Test
    void aStreamThatIsResetBreaksTheHostsConnection() throws Exception {
        AsyncRequestContent body = new AsyncRequestContent();
        Request request = post(body);
        request.send(result -> {});
        body.write(ByteBuffer.wrap(new byte[100]), Callback.NOOP);
        Connection data = host.nextConnection();
        data.readHead();
        data.readChunked(100);
        CompletableFuture<Boolean> aborted = request.abort(new IOException("the MBU goes away"));
        assertThatThrownBy(data::readChunk).isInstanceOf(IOException.class);
        assertThat(aborted.join()).isTrue();
    }

    @Test
    void aHostThatDiesResetsTheStream() throws Exception {
        CompletableFuture<Result> answer = new CompletableFuture<>();
        CompletableFuture<Integer> begun = new CompletableFuture<>();
        client.newRequest(base + "/interconnects/x/reverse")
                .headers(headers -> headers.put("Authorization", credentials()))
                .onResponseContent((response, content) -> begun.complete(response.getStatus()))
                .send(answer::complete);
        Connection reverse = host.nextConnection();
        reverse.readHead();
        reverse.answerStream();
        reverse.writeChunk(new byte[10]);
        assertThat(begun.join()).isEqualTo(200);
        reverse.reset();
        assertThat(answer.join().isFailed()).isTrue();
    }

    private Request post(AsyncRequestContent body) {
        return client.newRequest(base + "/interconnects/x/data")
                .method(HttpMethod.POST)
                .headers(headers -> headers.put("Authorization", credentials()))
                .body(body);
    }

    private static String credentials() {
        return "Basic "
                + Base64.getEncoder()
                        .encodeToString("alice:alice's password".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
}
