<?php
/**
 * A shop with Laravel in the folder $argv[1], made of the recipe in docs/php.md: php.test.ts writes the recipe there. Says what became
 * of each order, route and webhook that GIVEN has, as JSON.
 */

namespace {
    // This version of Laravel is older than PHP's newest deprecations.
    error_reporting(E_ALL & ~E_DEPRECATED);
    require 'Illuminate/autoload.php';
    foreach (['deresegn', 'job', 'settings'] as $file) {
        require "$argv[1]/$file.php";
    }
}

namespace App\Models {
    class Order extends \Illuminate\Database\Eloquent\Model
    {
        public $timestamps = false;
        protected $guarded = [];
        protected $casts = ['paid' => 'boolean'];
    }
}

namespace App\Providers {
    class AppServiceProvider extends \Illuminate\Support\ServiceProvider
    {
        public function boot(): void
        {
            \settings();
            \Illuminate\Support\Facades\Route::prefix('api')->group(base_path('routes.php'));
        }
    }
}

namespace {
    use App\Jobs\VerifyReceipt;
    use App\Models\Order;
    use Illuminate\Contracts\Http\Kernel;
    use Illuminate\Http\Request;
    use Illuminate\Queue\WorkerOptions;
    use Illuminate\Support\Facades\DB;

    [$folder, $given] = [$argv[1], json_decode(getenv('GIVEN'), true)];
    $providers = ['Bus\Bus', 'Cache\Cache', 'Database\Database', 'Encryption\Encryption', 'Filesystem\Filesystem', 'Queue\Queue', 'View\View'];
    $settings = [
        'app' => [
            'providers' => [
                ...array_map(fn (string $name) => "Illuminate\\{$name}ServiceProvider", $providers),
                App\Providers\AppServiceProvider::class,
            ],
            ...['aliases' => [], 'timezone' => 'UTC', 'locale' => 'en', 'cipher' => 'AES-256-CBC', 'key' => str_repeat('k', 32)],
        ],
        'cache' => ['default' => 'array', 'stores' => ['array' => ['driver' => 'array']]],
        'database' => ['default' => 'one', 'connections' => ['one' => ['driver' => 'sqlite', 'database' => ':memory:']]],
        'logging' => ['default' => 'none', 'channels' => ['none' => ['driver' => 'monolog', 'handler' => Monolog\Handler\NullHandler::class]]],
        'queue' => [
            'default' => 'database',
            'connections' => ['database' => ['driver' => 'database', 'table' => 'jobs', 'queue' => 'default', 'retry_after' => 300]],
            'failed' => ['driver' => 'null'],
        ],
        'view' => ['paths' => [], 'compiled' => $folder],
        'services' => ['deresegn' => $given['deresegn']],
        'shop' => ['account' => $given['jobs']['account']],
    ];
    mkdir("$folder/config");
    mkdir("$folder/bootstrap/cache", recursive: true);
    foreach ($settings as $name => $values) {
        file_put_contents("$folder/config/$name.php", '<?php return ' . var_export($values, true) . ';');
    }

    $app = new Illuminate\Foundation\Application($folder);
    $app->singleton(Kernel::class, Illuminate\Foundation\Http\Kernel::class);
    $app->singleton(Illuminate\Contracts\Debug\ExceptionHandler::class, Illuminate\Foundation\Exceptions\Handler::class);
    $app[Kernel::class]->bootstrap();
    DB::statement('create table orders (id integer primary key, amount, paid default 0, refused_because, request_id)');
    DB::statement('create table jobs (id integer primary key, queue, payload, attempts, reserved_at, available_at, created_at)');

    foreach ($given['jobs']['orders'] as $name => $sent) {
        $order = Order::create(['amount' => array_shift($sent)]);
        foreach ($sent as $receipt) {
            VerifyReceipt::dispatch($order, $receipt);
            $app['queue.worker']->runNextJob('database', 'default', new WorkerOptions());
        }
        $job = DB::table('jobs')->first();
        DB::table('jobs')->delete();
        $again = $job === null ? null : ['tried' => $job->attempts, 'in' => (int) round(($job->available_at - time()) / 10) * 10];
        $said['jobs'][$name] = [$order->refresh()->paid, $order->refused_because, $again];
    }

    $send = function (string $path, string $content, array $headers = []) use ($app) {
        $request = Request::create("/api$path", 'POST', [], [], [], [], $content);
        $request->headers->add($headers + ['content-type' => 'application/json', 'accept' => 'application/json']);
        $response = $app[Kernel::class]->handle($request);
        return [$response->getStatusCode(), ...array_values((array) json_decode($response->getContent(), true))];
    };
    config(['shop.account' => $given['routes']['account']]);
    foreach ($given['routes']['orders'] as $name => [$amount, $receipt]) {
        $order = Order::create(compact('amount'));
        $said['routes'][$name] = $send("/orders/$order->id/receipt", json_encode(compact('receipt')));
    }
    foreach ($given['hooks'] as $name => [$headers, $body, $requestId]) {
        $waiting = Order::create(['amount' => '5', 'request_id' => $requestId]);
        $said['hooks'][$name] = [$send('/hooks/deresegn', $body, $headers)[0], $waiting->refresh()->paid];
    }
    $said['unknown'] = $send('/orders/999/receipt', '{}')[0];
    echo json_encode($said);
}
